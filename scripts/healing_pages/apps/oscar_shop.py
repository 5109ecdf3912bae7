"""django-oscar's shop and its dashboard with a few products."""

from pathlib import Path

import django
from django.conf import settings

PARTS = [
    "analytics", "checkout", "address", "shipping", "catalogue", "catalogue.reviews", "communication", "partner",
    "basket", "payment", "offer", "order", "customer", "search", "voucher", "wishlists", "dashboard",
    "dashboard.reports", "dashboard.users", "dashboard.orders", "dashboard.catalogue", "dashboard.offers",
    "dashboard.partners", "dashboard.pages", "dashboard.ranges", "dashboard.reviews", "dashboard.vouchers",
    "dashboard.communications", "dashboard.shipping",
]  # fmt: skip


def config_of(part: str) -> str:
    """`dashboard.orders` is configured by `OrdersDashboardConfig`, `order` by `OrderConfig`."""
    if part == "catalogue.reviews":
        return "CatalogueReviewsConfig"
    above, _, last = part.rpartition(".")
    return f"{last.title()}{above.title()}Config"


def main(port: int, folder: Path) -> None:
    import oscar.defaults

    shop = {name: getattr(oscar.defaults, name) for name in dir(oscar.defaults) if name.isupper()}
    apps = ["oscar.config.Shop", *(f"oscar.apps.{part}.apps.{config_of(part)}" for part in PARTS)]
    settings.configure(
        **{**shop, "OSCAR_SHOP_NAME": "Quay Store"}, DEBUG=True, SECRET_KEY="loopback", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__,
        STATIC_URL="/static/", MEDIA_ROOT=str(folder), MEDIA_URL="/media/", SITE_ID=1, USE_TZ=True,
        INSTALLED_APPS=["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
                        "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles",
                        "django.contrib.sites", "django.contrib.flatpages", *apps, "widget_tweaks", "haystack",
                        "treebeard", "django_tables2"],
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware",
                    "django.contrib.messages.middleware.MessageMiddleware",
                    "oscar.apps.basket.middleware.BasketMiddleware"],
        AUTHENTICATION_BACKENDS=["oscar.apps.customer.auth_backends.EmailBackend",
                                 "django.contrib.auth.backends.ModelBackend"],
        HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "shop.db"}},
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                    "OPTIONS": {"context_processors": [
                        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                        "oscar.apps.search.context_processors.search_form",
                        "oscar.apps.checkout.context_processors.checkout",
                        "oscar.apps.communication.notifications.context_processors.notifications",
                        "oscar.core.context_processors.metadata"]}}],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    )  # fmt: skip
    django.setup()
    from django.apps import apps as registry
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.urls import include, path
    from oscar.test import factories

    globals()["urlpatterns"] = [
        path("i18n/", include("django.conf.urls.i18n")), path("", include(registry.get_app_config("oscar").urls[0])),
    ]  # fmt: skip
    call_command("migrate", verbosity=0)
    User.objects.create_superuser("ana", "ana@quay.example", "key")
    for title in ("Brass lamp", "Rope, 20 m", "Tide clock", "Sea chest"):
        factories.create_product(title=title, num_in_stock=7)
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)
