"""Mails from colleagues and partners, and those that Ana sent."""

from handrail_practice.webmail.mailbox import OWNER_EMAIL, OWNER_NAME, Mail
from handrail_practice.webmail.seed_mail.labels import TEAM, TO_DO, TRAVEL

FROM_TEAM = [
    Mail(
        "Jonas Keller", "jonas@fernhill.test", "Pilot line is running",
        """Ana,

the second pilot line has run for 48 hours without a stop. Photos are in the shared folder.

Jonas
""",
        "2026-08-27T06:58:00+00:00", unread=True,
    ),
    Mail(
        "Mia Okafor", "mia@fernhill.test", "Agenda for Monday",
        """Hi all,

for Monday:

1. Hiring: two offers are out
2. Pricing of the service plan
3. Who goes to the fair in Hanover

Add your points by Sunday evening.

Mia
""",
        "2026-08-25T16:45:00+00:00", labels=[TEAM],
    ),
    Mail(
        "Samir Haddad", "samir@fernhill.test", "Numbers for July",
        """Hello Ana,

revenue 214,300, costs 251,900, cash 3.1 million. The sheet is in the finance folder; the churn \
tab is still open.

Samir
""",
        "2026-08-13T14:02:00+00:00", labels=[TEAM],
    ),
    Mail(
        "Petra Lang", "petra@hatchery.test", "Two people you should meet",
        """Dear Ana,

I have told Anna Berg in Vienna and Tobias Lindqvist in Stockholm about Fernhill. Both will \
probably write to you themselves.

Petra
The Hatchery
""",
        "2026-08-10T08:20:00+00:00",
    ),
    Mail(
        "Mia Okafor", "mia@fernhill.test", "Your train to Hamburg",
        """Ana,

I have booked you on the 7:06, seat 71 in coach 9. You come back on the 18:38.

Mia
""",
        "2026-08-05T09:37:00+00:00", labels=[TRAVEL],
    ),
    Mail(
        "Jonas Keller", "jonas@fernhill.test", "Gripper drawings, version 7",
        """Drawings are up. Please sign off the tolerance on sheet 3 before I order.

Jonas
""",
        "2026-07-31T15:10:00+00:00", labels=[TEAM, TO_DO],
    ),
    Mail(
        "Dr. Beate Kühn", "kuehn@kuehn-law.test", "Shareholder agreement, signed copy",
        """Dear Ms Duarte,

attached to your file you will find the signed copy of the shareholder agreement. The original \
is in our safe.

Dr. Beate Kühn
Attorney at law
""",
        "2026-07-22T10:30:00+00:00", folder="archive",
    ),
    Mail(
        "Samir Haddad", "samir@fernhill.test", "Budget 2027, first draft",
        """First draft is in the finance folder. I assumed four hires and no second site.

Samir
""",
        "2026-07-16T11:55:00+00:00", folder="archive", labels=[TEAM],
    ),
]  # fmt: skip

SENT = [
    Mail(
        OWNER_NAME, OWNER_EMAIL, "Deck and data room",
        """Dear Helena,

here is our deck; the data room opens tomorrow.

Best regards
Ana
""",
        "2026-08-21T09:15:00+00:00", "sent", recipient="helena.varga@corvus.test",
    ),
    Mail(
        OWNER_NAME, OWNER_EMAIL, "Re: Numbers for July",
        """Thanks, Samir. Please close the churn tab by Friday; Puente is asking.

Ana
""",
        "2026-08-13T17:31:00+00:00", "sent", recipient="samir@fernhill.test",
    ),
    Mail(
        OWNER_NAME, OWNER_EMAIL, "Thank you",
        """Dear Petra,

thank you for the introductions. I shall let you know how it goes.

Ana
""",
        "2026-08-10T10:02:00+00:00", "sent", recipient="petra@hatchery.test",
    ),
]  # fmt: skip
