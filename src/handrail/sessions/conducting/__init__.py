"""Conducting a session to its end, and handing it to whoever goes on."""
