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
SCHEMA = json.loads((ROOT / "schemas/report.schema.json").read_text())


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


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    count = findings = failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for arguments, text in inputs(pathlib.Path(scratch)):
            result = report(tool, arguments, text)
            count += 1
            findings += sum(len(one["findings"]) for one in result["results"])
            for error in validator.iter_errors(result):
                failures += 1
                print(f"{' '.join(arguments)}: /{'/'.join(map(str, error.path))}: {error.message}")
    print(f"{count} reports with {findings} findings, {failures} faults")
    sys.exit(1 if failures or not findings else 0)


if __name__ == "__main__":
    main()
