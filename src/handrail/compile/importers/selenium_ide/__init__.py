"""Selenium IDE: the projects that it saves as `.side` files."""
