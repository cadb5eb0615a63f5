/// The whole tool, without a process around it.
public enum CommandLineTool {}
