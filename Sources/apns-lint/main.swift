internal import LintTool
