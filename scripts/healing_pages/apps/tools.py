"""Tools with a page of their own: Locust and JupyterLab."""

import subprocess
import sys
from pathlib import Path

LOCUSTFILE = """
from locust import HttpUser, task
class Visitor(HttpUser):
    host = "http://app.example"
    @task
    def home(self):
        self.client.get("/")
"""


def locust(port: int, folder: Path) -> None:
    (folder / "locustfile.py").write_text(LOCUSTFILE)
    subprocess.run(
        [sys.executable, "-m", "locust", "--web-host", "127.0.0.1", "--web-port", str(port), "--class-picker"],
        cwd=folder, check=True,
    )  # fmt: skip


def jupyterlab(port: int, folder: Path) -> None:
    for name in ("tides.csv", "notes.md"):
        (folder / name).write_text("hour,height\n1,2.4\n2,2.9\n")
    (folder / "berths.ipynb").write_text('{"cells":[{"cell_type":"code","id":"a1","metadata":{},"source":"1 + 1",'
        '"outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":5}')  # fmt: skip
    import jupyterlab as package

    built = Path(package.__file__).parents[1] / "share" / "jupyter" / "lab"
    subprocess.run(
        [sys.executable, "-m", "jupyterlab", "--no-browser", f"--app-dir={built}", f"--port={port}", "--ip=127.0.0.1", "--allow-root",
         "--IdentityProvider.token=", "--ServerApp.password=", f"--notebook-dir={folder}"],
        cwd=folder, check=True,
    )  # fmt: skip
