"""The mails of the seed data, and the labels that some of them wear."""

from handrail_practice.webmail.seed_mail.investors import INVESTORS, Investor
from handrail_practice.webmail.seed_mail.labels import LABELS
from handrail_practice.webmail.seed_mail.machines import FROM_MACHINES
from handrail_practice.webmail.seed_mail.misleading import MISLEADING
from handrail_practice.webmail.seed_mail.team import FROM_TEAM, SENT

MAILS = sorted(
    [investor.mail for investor in INVESTORS] + FROM_TEAM + FROM_MACHINES + MISLEADING + SENT,
    key=lambda mail: mail.at,
)

__all__ = ["INVESTORS", "LABELS", "MAILS", "Investor"]
