"""The Django administration site with two related models: an app that nobody here wrote."""
