#!/usr/bin/env python3
"""Holds reports of the tool against the schema in the repository, with a validator that is not ours.

    validate-reports.py TOOL

Runs the tool over the corpus, over nothing, and over things it cannot read.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent


def schema(name):
    schema = json.loads((ROOT / f"schemas/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def report(tool, arguments, text=""):
    run = subprocess.run([tool, "lint", "--no-config", "--format", "json", *arguments], input=text.encode(),
                         capture_output=True, timeout=120, cwd=ROOT)
    if run.returncode not in (0, 1, 2):
        raise SystemExit(f"{arguments}: exit status {run.returncode}: {run.stderr.decode(errors='replace')}")
    return json.loads(run.stdout)


def inputs(scratch):
    """Arguments and standard input of each run."""
    yield ["corpus/push-types"], ""
    yield ["--profile", "dispatch", "--now", "2026-11-30T12:00:00Z", "corpus/push-types"], ""
    yield [str(scratch)], ""
    yield [str(scratch / "missing.json"), "corpus/push-types"], ""
    yield ["--input", "token", "-"], "9f8a1c5e"
    yield ["--input", "payload", "-"], ""
    kinds = {"payload": "payload", "apns-file": "simulator", "request": "request", "token": "token", "jwt": "jwt"}
    for file in sorted((ROOT / "corpus/cases").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            case = json.loads(line)
            yield ["--input", kinds.get(case["kind"], "auto"), "-"], case["input"]


def faults(validator, arguments, result):
    """How many there are; each is printed."""
    errors = list(validator.iter_errors(result))
    for error in errors:
        print(f"{' '.join(arguments)}: /{'/'.join(map(str, error.path))}: {error.message}")
    return len(errors)


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    reports, sums = schema("report"), schema("statistics")
    count = findings = failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for arguments, text in inputs(pathlib.Path(scratch)):
            result = report(tool, arguments, text)
            count += 1
            findings += sum(len(one["findings"]) for one in result["results"])
            failures += faults(reports, arguments, result)
            # The sums of the first runs say what those of the others do.
            if text == "":
                failures += faults(sums, arguments, report(tool, ["--statistics", *arguments]))
    print(f"{count} reports with {findings} findings, {failures} faults")
    sys.exit(1 if failures or not findings else 0)


if __name__ == "__main__":
    main()
