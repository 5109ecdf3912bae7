"""workflow-use: the workflow files of the browser-use project."""
