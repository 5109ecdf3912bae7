"""Handrail: show a piece of work once; it is done again, safely, and proved.

The package follows the data: `recording` → `compile` → `sop` → `runtime` → `journal`. Import from the
packages; nothing is re-exported here, so that `import handrail` costs nothing.
"""

from typing import Final

__version__: Final = "0.1.0"
