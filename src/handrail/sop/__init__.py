"""The SOP document: its models, templates, rules and wording; nothing here acts."""
