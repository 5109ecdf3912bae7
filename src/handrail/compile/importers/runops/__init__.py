"""RunOps: SOPs with public nodes and private skills, and workflows with a flow of actions."""
