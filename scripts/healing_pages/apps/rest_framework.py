"""The browsable API of Django REST framework over one model."""

from pathlib import Path

import django
from django.conf import settings


def main(port: int, folder: Path) -> None:
    settings.configure(
        DEBUG=True, SECRET_KEY="loopback", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, STATIC_URL="/static/",
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.staticfiles",
                        "django_filters", "rest_framework"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "api.db"}},
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                    "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}],
        REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [],
                        "UNAUTHENTICATED_USER": None, "PAGE_SIZE": 4,
                        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
                        "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"]},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    )  # fmt: skip
    django.setup()
    from django.contrib.auth.models import Group, User
    from django.core.management import call_command
    from django.urls import include, path
    from rest_framework import routers, serializers, viewsets

    class UserSerializer(serializers.ModelSerializer):
        class Meta:
            model = User
            fields = [
                "url",
                "username",
                "first_name",
                "last_name",
                "email",
                "is_staff",
                "groups",
                "date_joined",
            ]

    class GroupSerializer(serializers.ModelSerializer):
        class Meta:
            model = Group
            fields = ["url", "name"]

    class UserViewSet(viewsets.ModelViewSet):
        queryset = User.objects.order_by("id")
        serializer_class = UserSerializer
        filterset_fields = ["is_staff", "username"]

    class GroupViewSet(viewsets.ModelViewSet):
        queryset = Group.objects.order_by("id")
        serializer_class = GroupSerializer

    call_command("migrate", verbosity=0)
    for name in ("editors", "reviewers", "guests"):
        Group.objects.create(name=name)
    for name in ("mira", "jonas", "lucia", "tomasz", "hana", "ola"):
        User.objects.create(username=name, first_name=name.title(), email=f"{name}@mail.example")
    router = routers.DefaultRouter()
    router.register("users", UserViewSet)
    router.register("groups", GroupViewSet)
    globals()["urlpatterns"] = [path("", include(router.urls))]
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)
