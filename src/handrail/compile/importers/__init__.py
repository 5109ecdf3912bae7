"""Files of other tools: `import_file` makes an SOP of one, and a report of what became of each field."""

from handrail.compile.importers.importing import Imported, Wish, import_file
from handrail.compile.importers.report import ImportReport, markdown, summary

__all__ = ["ImportReport", "Imported", "Wish", "import_file", "markdown", "summary"]
