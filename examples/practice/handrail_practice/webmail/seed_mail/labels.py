"""The labels that a mail can wear."""

from handrail_practice.webmail.mailbox import Label

INVESTOR = Label("investor", "Investor")
TEAM = Label("team", "Team")
RECEIPT = Label("receipt", "Receipt")
NEWSLETTER = Label("newsletter", "Newsletter")
TRAVEL = Label("travel", "Travel")
TO_DO = Label("to-do", "To do")

LABELS = [INVESTOR, TEAM, RECEIPT, NEWSLETTER, TRAVEL, TO_DO]
