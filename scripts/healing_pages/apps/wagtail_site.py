"""Wagtail's administration with its own pages, users and images."""

from pathlib import Path

import django
from django.conf import settings

WAGTAIL = ["contrib.forms", "contrib.redirects", "embeds", "sites", "users", "snippets", "documents", "images",
           "search", "admin"]  # fmt: skip


def main(port: int, folder: Path) -> None:
    settings.configure(
        DEBUG=True, SECRET_KEY="loopback", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, STATIC_URL="/static/",
        MEDIA_ROOT=str(folder), MEDIA_URL="/media/", USE_TZ=True, WAGTAIL_SITE_NAME="Harbour Museum",
        WAGTAILADMIN_BASE_URL="http://app.example",
        INSTALLED_APPS=[*(f"wagtail.{name}" for name in WAGTAIL), "wagtail", "modelcluster", "taggit",
                        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
                        "django.contrib.messages", "django.contrib.staticfiles"],
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware",
                    "django.contrib.messages.middleware.MessageMiddleware"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "site.db"}},
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                    "OPTIONS": {"context_processors": [
                        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages"]}}],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    )  # fmt: skip
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.urls import include, path
    from wagtail import urls as pages
    from wagtail.admin import urls as admin
    from wagtail.contrib.redirects.models import Redirect
    from wagtail.documents import urls as documents
    from wagtail.models import Page

    globals()["urlpatterns"] = [
        path("admin/", include(admin)), path("documents/", include(documents)), path("", include(pages)),
    ]  # fmt: skip
    call_command("migrate", verbosity=0)
    User.objects.create_superuser("ana", "ana@museum.example", "key")
    for name in ("mira", "jonas", "lucia"):
        User.objects.create_user(name, f"{name}@museum.example", "key", first_name=name.title())
    home = Page.objects.get(depth=2)
    for title in ("Opening hours", "Exhibitions", "The harbour crane", "Contact"):
        home.add_child(instance=Page(title=title))
    for old in ("/old-hours", "/crane-2019", "/map"):
        Redirect.objects.create(old_path=old, redirect_link="http://app.example/")
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)
