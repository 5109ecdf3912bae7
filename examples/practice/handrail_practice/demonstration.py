"""A person's work in the CRM, played with a real mouse and keyboard: what the demo records."""

from dataclasses import dataclass

from playwright.async_api import Locator, Page

from handrail_practice.crm import ACCOUNT

KEY_PAUSE_MS = 8


@dataclass(frozen=True)
class Contact:
    """What is entered for one contact; `stage` is one of the CRM's stages, `follow_up` an ISO date."""

    name: str
    firm: str
    email: str
    phone: str
    stage: str
    follow_up: str
    notes: str


SHOWN = Contact(
    name="Nora Quist",
    firm="Quist Capital",
    email="nora@quist-capital.test",
    phone="+46 70 123 45 67",
    stage="First meeting",
    follow_up="2026-12-08",
    notes="Met at the fair; wants the deck.",
)

OTHERS = (
    Contact(
        name="Tomás Rivera",
        firm="Meridian Seed",
        email="tomas@meridian-seed.test",
        phone="+34 600 111 222",
        stage="Introduced",
        follow_up="2026-12-15",
        notes="Introduced by Lena. Prefers mail.",
    ),
    Contact(
        name="Aoife O'Connell",
        firm="Harbour & Sons",
        email="aoife@harbour-sons.test",
        phone="+353 85 555 0101",
        stage="Due diligence",
        follow_up="2027-01-11",
        notes="Data room is open until January.",
    ),
    Contact(
        name="Jürgen Weiß",
        firm="Weiß Beteiligungen",
        email="juergen@weiss-beteiligungen.test",
        phone="+49 171 0000000",
        stage="Term sheet",
        follow_up="2026-11-30",
        notes="Asks for 8% and a board seat.",
    ),
)


async def add_contact(page: Page, contact: Contact) -> None:
    """Sign in and add a contact, from the sign-in page on, as a person with a mouse and a keyboard would."""
    await _type(page, page.get_by_label("Email"), ACCOUNT.email)
    await _type(page, page.get_by_label("Password"), ACCOUNT.password)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("link", name="New contact").click()
    await _type(page, page.get_by_label("Name"), contact.name)
    await _type(page, page.get_by_label("Firm"), contact.firm)
    await _type(page, page.get_by_label("Email"), contact.email)
    await _type(page, page.get_by_label("Phone"), contact.phone)
    await page.get_by_label("Stage").focus()
    await page.keyboard.type(contact.stage)
    await _type_date(page, page.get_by_label("Next follow-up"), contact.follow_up)
    await page.get_by_role("button", name="4 stars").click()
    await page.get_by_label("VIP").click()
    await _type(page, page.get_by_label("Notes"), contact.notes)
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_role("heading", level=1, name=contact.name).wait_for()
    await page.get_by_text("Contact saved").wait_for()


async def _type(page: Page, field: Locator, text: str) -> None:
    await field.click()
    await page.keyboard.type(text, delay=KEY_PAUSE_MS)


async def _type_date(page: Page, field: Locator, date: str) -> None:
    """In the order in which a browser in English (US) shows a date field's parts."""
    year, month, day = date.split("-")
    await field.focus()
    await page.keyboard.type(f"{month}{day}{year}", delay=KEY_PAUSE_MS)
