"""What a walk over an SOP has with it: its journal, values, wheel and trail, and how it looks at a page."""
