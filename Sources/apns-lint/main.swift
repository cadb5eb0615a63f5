internal import LintTool

CommandLineTool.main()
