"""The app's name for Django."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    name = "tests.django_site.library"
    label = "library"
