"""The HTTP API: the verbs of the command line for programs and the web console, behind tokens and roles."""
