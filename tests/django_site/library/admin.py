"""How the models appear in the administration site."""

from django.contrib import admin

from tests.django_site.library.models import Author, Book

admin.site.register(Author)


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ("title", "author", "published", "status")
    list_filter = ("status",)
    search_fields = ("title",)
