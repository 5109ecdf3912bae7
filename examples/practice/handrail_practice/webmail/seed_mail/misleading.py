"""Mails that look as if an investor had written them, and did not come from one."""

from handrail_practice.webmail.mailbox import Mail

MISLEADING = [
    Mail(
        "Investor Relations Daily", "news@irdaily.test", "Investors: your next follow-up",
        """Ten things that investors expect in a follow-up, and three that they hate.

Read on at our site. You get this mail because you signed up at a fair.

Unsubscribe at any time.
""",
        "2026-08-26T05:00:00+00:00", unread=True,
    ),
    Mail(
        "Samir Haddad", "samir@fernhill.test", "Re: investor list",
        """Ana,

the list as of today: Corvus (first meeting), Steinbach (due diligence), Lucioles (term sheet), \
Baobab (committed). Did I forget anyone?

Samir
""",
        "2026-08-26T16:30:00+00:00", unread=True,
    ),
    Mail(
        "VaultRoom Billing", "billing@vaultroom.test", "Due diligence data room: invoice 88412",
        """Your invoice for the due diligence data room, August 2026: EUR 149.00.

It will be charged to your card on 1 September 2026.

VaultRoom
+1 212 555 0160
""",
        "2026-08-25T04:10:00+00:00", unread=True,
    ),
    Mail(
        "Victor Prime", "victor@prime-yield.test",
        "Investment opportunity: 14 % a year, guaranteed",
        """Dear investor,

be among the first to own a share in our beach towers. Guaranteed yield, first meeting free of \
charge, this week only!

Victor Prime
Prime Yield Estates
victor@prime-yield.test
+1 212 555 0161
""",
        "2026-08-23T22:47:00+00:00", unread=True,
    ),
    Mail(
        "Nora Feld", "nora.feld@foundersreport.test", "Your round with Corvus and Steinbach?",
        """Dear Ana,

I write for Founders Report and hear that Corvus Ventures and Steinbach Capital are looking at \
Fernhill. May I ask you a few questions on Monday, 7 September 2026?

Nora Feld
Founders Report
+49 30 5550 0162
""",
        "2026-08-21T13:13:00+00:00", unread=True,
    ),
    Mail(
        "Dr. Beate Kühn", "kuehn@kuehn-law.test", "Term sheet: what to look out for",
        """Dear Ms Duarte,

as you asked: liquidation preference, anti-dilution, and who appoints the third director. I can \
go through the term sheet with you on 18 September 2026.

Dr. Beate Kühn
Attorney at law, Kühn & Partners
kuehn@kuehn-law.test
+49 30 5550 0163
""",
        "2026-08-18T08:44:00+00:00",
    ),
    Mail(
        "Paul Renner", "paul@pitchpolish.test", "Your pitch for investors",
        """Hi Ana,

we have polished 300 decks that raised 2 billion. A first meeting costs you nothing. When may I \
call?

Paul Renner
PitchPolish
paul@pitchpolish.test
+44 20 7946 0164
""",
        "2026-08-12T09:09:00+00:00",
    ),
]  # fmt: skip
