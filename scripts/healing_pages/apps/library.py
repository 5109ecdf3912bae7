"""Django's administration site over the two models that the tests use."""

import os
from pathlib import Path


def main(port: int, folder: Path) -> None:
    os.environ["HANDRAIL_TEST_DATABASE"] = str(folder / "library.db")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.django_site.settings"
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from tests.django_site.library.models import Author, Book
    from tests.django_site.serve import AUTHORS, BOOKS

    call_command("migrate", "--run-syncdb", verbosity=0)
    User.objects.create_superuser("ana", "ana@library.test", "key")
    authors = {name: Author.objects.create(name=name) for name in AUTHORS}
    for title, author, published, status in BOOKS:
        Book.objects.create(title=title, author=authors[author], published=published, status=status)
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)
