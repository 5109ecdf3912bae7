"""The labelled actions that the gate is measured on."""
