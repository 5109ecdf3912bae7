"""Serves the site on loopback and prints its address: `python -m tests.django_site.serve [PORT]`."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django_site.settings")

import django

django.setup()

from django.contrib.auth.models import User
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

from tests.django_site.library.models import Author, Book

AUTHORS = ("Ursula Lind", "Pavel Horák", "Maeve Byrne")
BOOKS = (
    ("The Salt Road", "Ursula Lind", "2021-03-04", "print"),
    ("Winter Ferry", "Ursula Lind", "2019-10-12", "gone"),
    ("A Map of Rain", "Pavel Horák", "2023-05-30", "draft"),
    ("Small Engines", "Pavel Horák", "2020-01-15", "print"),
    ("The Lodger", "Maeve Byrne", "2022-08-08", "draft"),
    ("The Lodger's Tale", "Maeve Byrne", "2024-02-01", "print"),
)


class QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def main() -> None:
    call_command("migrate", "--run-syncdb", verbosity=0)
    User.objects.create_superuser("ana", "ana@library.test", "shelf-and-key")
    authors = {name: Author.objects.create(name=name) for name in AUTHORS}
    for title, author, published, status in BOOKS:
        Book.objects.create(title=title, author=authors[author], published=published, status=status)
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = ThreadedWSGIServer(("127.0.0.1", port), QuietHandler)
    server.daemon_threads = True
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
