"""What the generated apps keep: trades with their records, fields and choices.

A field's `kind` says what a person gives; how the page draws it is `style.py`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "text", "area", "number", "date", "time", "choice", "many", "several", "yesno", "rating"
]
"""`choice` is one of a few, `many` one of a long list, `several` any of a few."""


@dataclass(frozen=True)
class Field:
    key: str
    label: str
    kind: Kind
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trade:
    """One kind of app: `noun` is what its records are, `names` what they are called."""

    key: str
    noun: str
    nouns: str
    names: tuple[str, ...]
    fields: tuple[Field, ...]
    state: Field
    """The one field that is also changed from the list, without a form."""


_PEOPLE = (
    "Ada Lovelace", "Grace Hopper", "Alan Turing", "Katherine Johnson", "Edsger Dijkstra", "Barbara Liskov",
    "Donald Knuth", "Radia Perlman", "Ken Thompson", "Frances Allen", "John Backus", "Hedy Lamarr",
    "Niklaus Wirth", "Mary Shaw", "Tony Hoare", "Adele Goldberg",
)  # fmt: skip
_CITIES = (
    "Amsterdam", "Barcelona", "Bergen", "Bologna", "Cardiff", "Cork", "Dresden", "Gdansk", "Geneva", "Ghent",
    "Graz", "Helsinki", "Leipzig", "Lisbon", "Lyon", "Malmö", "Munich", "Nantes", "Porto", "Riga", "Salzburg",
    "Tallinn", "Turin", "Utrecht", "Valencia", "Zürich",
)  # fmt: skip

TRADES: tuple[Trade, ...] = (
    Trade(
        "orders", "order", "orders",
        ("Oak table", "Pine shelf", "Walnut desk", "Beech chair", "Ash bench", "Maple stool", "Birch bed",
         "Cedar chest", "Elm cabinet", "Larch frame", "Cherry tray", "Teak lamp", "Oak chair", "Pine bench",
         "Walnut tray", "Beech shelf", "Ash desk"),
        (
            Field("buyer", "Customer", "many", _PEOPLE),
            Field("quantity", "Quantity", "number"),
            Field("due", "Delivery date", "date"),
            Field("shipping", "Shipping", "choice", ("Pickup", "Courier", "Freight", "Post")),
            Field("extras", "Extras", "several", ("Gift wrap", "Assembly", "Insurance",
            "Old item taken back")),
            Field("express", "Express", "yesno"),
            Field("remarks", "Remarks", "area"),
        ),
        Field("status", "Status", "choice", ("New", "In production", "Shipped", "Paid", "On hold")),
    ),
    Trade(
        "tickets", "ticket", "tickets",
        ("Printer jams", "Login loops", "Slow report", "Broken link", "Missing invoice", "Wrong address",
         "Export fails", "Typo on page", "Mail bounces", "Chart empty", "Search finds nothing",
         "Theme too dark",
         "Clock is late", "Photo upside down", "Sync stuck", "Badge not printed", "Door stays shut"),
        (
            Field("reporter", "Reported by", "text"),
            Field("assignee", "Assignee", "many", _PEOPLE),
            Field("deadline", "Deadline", "date"),
            Field("channel", "Channel", "choice", ("Phone", "E-mail", "Chat")),
            Field("topics", "Topics", "several", ("Billing", "Hardware", "Network", "Accounts", "Training")),
            Field("urgent", "Urgent", "yesno"),
            Field("effort", "Effort (hours)", "number"),
            Field("details", "Details", "area"),
        ),
        Field("stage", "Stage", "choice", ("Open", "In progress", "Waiting", "Solved", "Rejected")),
    ),
    Trade(
        "bookings", "booking", "bookings",
        ("Nilsson family", "Team Orca", "Chess club", "Rossi wedding", "Book circle", "Yoga morning",
        "Board meeting",
         "Choir practice", "Dentists' day", "Startup night", "Garden society", "Photo course",
         "Dance evening",
         "Quiz night", "Tasting tour", "Poetry hour"),
        (
            Field("room", "Room", "choice", ("Blue hall", "Garden room", "Attic", "Library", "Cellar")),
            Field("day", "Day", "date"),
            Field("begin", "Start time", "time"),
            Field("guests", "Guests", "number"),
            Field("contact", "Contact", "text"),
            Field("needs", "Equipment", "several", ("Projector", "Piano", "Catering", "Microphones")),
            Field("private", "Private event", "yesno"),
        ),
        Field("state", "State", "choice", ("Requested", "Confirmed", "Declined", "Checked in")),
    ),
    Trade(
        "products", "product", "products",
        ("Green tea", "Black tea", "White tea", "Rooibos", "Earl Grey", "Jasmine pearls", "Lemon balm",
        "Peppermint",
         "Chamomile", "Hibiscus", "Ginger root", "Fennel", "Oolong", "Sencha", "Matcha", "Darjeeling",
         "Assam"),
        (
            Field("supplier", "Supplier city", "many", _CITIES),
            Field("price", "Price", "number"),
            Field("harvest", "Harvested on", "date"),
            Field("packing", "Packaging", "choice", ("Tin", "Bag", "Box", "Loose")),
            Field("labels", "Labels", "several", ("Organic", "Fair trade", "Vegan", "Decaf")),
            Field("taste", "Rating", "rating"),
            Field("listed", "Show in shop", "yesno"),
            Field("blurb", "Description", "area"),
        ),
        Field("stock", "Availability", "choice", ("In stock", "Low", "Sold out", "Discontinued")),
    ),
    Trade(
        "staff", "employee", "employees",
        ("Mira Osei", "Jonas Lindqvist", "Priya Raman", "Tomasz Nowak", "Leila Haddad", "Hugo Martens",
        "Sofia Greco",
         "Owen Price", "Yuki Tanaka", "Elena Popova", "Mateo Cruz", "Freya Dahl", "Amir Rahimi", "Nora Weiss",
         "Pavel Kral", "Ines Duarte"),
        (
            Field("mail", "E-mail", "text"),
            Field("city", "Office", "many", _CITIES),
            Field("started", "Start date", "date"),
            Field("contract", "Contract", "choice", ("Full time", "Part time", "Temporary")),
            Field("skills", "Skills", "several", ("First aid", "Forklift", "Night shift", "Languages")),
            Field("hours", "Weekly hours", "number"),
            Field("remote", "Works remotely", "yesno"),
            Field("note", "Note", "area"),
        ),
        Field("status", "Status", "choice", ("Active", "On leave", "Probation", "Left")),
    ),
    Trade(
        "policies", "policy", "policies",
        ("P-20417", "P-20422", "P-20458", "P-20471", "P-20503", "P-20519", "P-20544", "P-20562",
        "P-20588", "P-20601",
         "P-20633", "P-20649", "P-20675", "P-20690", "P-20714", "P-20738"),
        (
            Field("holder", "Policy holder", "text"),
            Field("agent", "Agent", "many", _PEOPLE),
            Field("from", "Valid from", "date"),
            Field("cover", "Cover", "choice", ("Basic", "Standard", "Premium")),
            Field("risks", "Insured risks", "several", ("Fire", "Theft", "Water", "Glass", "Storm")),
            Field("premium", "Monthly premium", "number"),
            Field("paperless", "Paperless", "yesno"),
            Field("score", "Risk score", "rating"),
        ),
        Field("state", "State", "choice", ("Draft", "Active", "Lapsed", "Under review")),
    ),
)  # fmt: skip
