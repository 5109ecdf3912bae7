"""Leaving Handrail: an SOP as a Playwright script for Python, or as a procedure for people.

Pure: each exporter gives a text and says, as problems, what of the SOP it could not express. Nothing is
lost in silence: what a script cannot do stands in it as a comment, and stops for a person.
"""

from handrail.compile.exporters.exported import Exported
from handrail.compile.exporters.markdown import to_markdown
from handrail.compile.exporters.process import Part, to_process
from handrail.compile.exporters.script import to_playwright

__all__ = ["Exported", "Part", "to_markdown", "to_playwright", "to_process"]
