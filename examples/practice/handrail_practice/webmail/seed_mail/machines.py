"""Mails that no person wrote: newsletters, receipts, notices."""

from handrail_practice.webmail.mailbox import Mail
from handrail_practice.webmail.seed_mail.labels import NEWSLETTER, RECEIPT, TRAVEL

FROM_MACHINES = [
    Mail(
        "Robotics Weekly", "hello@roboticsweekly.test", "Grippers that feel, and a new standard",
        """This week: soft grippers in the bakery, the new safety standard in plain words, and \
a museum of walking machines.
""",
        "2026-08-27T04:30:00+00:00", unread=True, labels=[NEWSLETTER],
    ),
    Mail(
        "Cloudbarn", "receipts@cloudbarn.test", "Receipt for August",
        """Plan: Team, 12 seats
Amount: EUR 228.00
Paid by card ending in 4417

Thank you for using Cloudbarn.
""",
        "2026-08-24T03:00:00+00:00", labels=[RECEIPT],
    ),
    Mail(
        "Rail Direct", "tickets@raildirect.test", "Your ticket to Vienna, 2 October 2026",
        """Berlin 6:05, Vienna 14:22, coach 23, seat 44.

Show the code in the app to the conductor.
""",
        "2026-08-23T18:05:00+00:00", unread=True, labels=[TRAVEL],
    ),
    Mail(
        "Code Forge", "notifications@codeforge.test", "[controller] Build 2214 passed",
        """Build 2214 on branch main passed in 6 minutes 12 seconds.
""",
        "2026-08-22T20:40:00+00:00",
    ),
    Mail(
        "The Plant Floor", "letter@plantfloor.test", "Why factories love boring software",
        """An essay about machines that nobody notices, because they work.
""",
        "2026-08-20T05:15:00+00:00", unread=True, labels=[NEWSLETTER],
    ),
    Mail(
        "Bistro Anker", "reservierung@bistroanker.test", "Your table for four",
        """We look forward to seeing you on 3 September 2026 at 19:30.
""",
        "2026-08-19T12:26:00+00:00",
    ),
    Mail(
        "Cutter & Sons", "shop@cuttersons.test", "Order 55310 has shipped",
        """Two end mills, 6 mm, and one chuck are on their way. They should arrive on 21 August \
2026.

Total: EUR 96.40
""",
        "2026-08-18T14:50:00+00:00", labels=[RECEIPT],
    ),
    Mail(
        "Harbour Light Hotel", "stay@harbourlight.test", "Your stay in Hamburg",
        """One room, one night, 9 September 2026. Breakfast is from 6:30.
""",
        "2026-08-15T10:10:00+00:00", labels=[TRAVEL],
    ),
    Mail(
        "Robotics Weekly", "hello@roboticsweekly.test", "The arm that folds shirts",
        """This week: laundry at last, a chip shortage that was none, and letters.
""",
        "2026-08-13T04:30:00+00:00", labels=[NEWSLETTER],
    ),
    Mail(
        "Cloudbarn", "security@cloudbarn.test", "New sign-in from Berlin",
        """Somebody signed in to your account from Berlin with Firefox. If that was you, there \
is nothing to do.
""",
        "2026-08-09T07:07:00+00:00",
    ),
    Mail(
        "Stadtwerke", "service@stadtwerke.test", "Your electricity bill for July",
        """Consumption: 1,204 kWh
Amount: EUR 361.20
Due on 31 August 2026
""",
        "2026-08-04T06:00:00+00:00", unread=True, labels=[RECEIPT],
    ),
    Mail(
        "Code Forge", "notifications@codeforge.test", "[controller] Build 2197 failed",
        """Build 2197 on branch gripper failed: 1 of 318 tests.

test_lets_go_when_power_fails
""",
        "2026-08-03T21:18:00+00:00",
    ),
    Mail(
        "The Plant Floor", "letter@plantfloor.test", "Summer reading",
        """Five books about things that turn.
""",
        "2026-07-23T05:15:00+00:00", folder="archive", labels=[NEWSLETTER],
    ),
    Mail(
        "Cloudbarn", "receipts@cloudbarn.test", "Receipt for July",
        """Plan: Team, 12 seats
Amount: EUR 228.00
Paid by card ending in 4417
""",
        "2026-07-24T03:00:00+00:00", folder="archive", labels=[RECEIPT],
    ),
]  # fmt: skip
