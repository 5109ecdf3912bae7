"""Mails from investors, made from the facts that a reader should find in them.

Two of these people are in Rolodesk already: Anna Berg of Bergwerk and John Smith of Harbour.
"""

from dataclasses import dataclass

from handrail_practice.webmail.mailbox import Mail


@dataclass(frozen=True, slots=True)
class Investor:
    """What a right reading of the mail yields, and the mail itself."""

    name: str
    firm: str
    email: str
    phone: str
    stage: str
    follow_up: str
    """The date of the next follow-up, as ISO; the mail says it as `day`."""
    day: str
    at: str
    subject: str
    text: str
    unread: bool = True

    @property
    def mail(self) -> Mail:
        body = self.text.format(
            name=self.name,
            first=self.name.split()[0],
            firm=self.firm,
            email=self.email,
            phone=self.phone,
            stage=self.stage,
            stage_in_prose=self.stage.lower(),
            day=self.day,
        )
        return Mail(self.name, self.email, self.subject, body, self.at, unread=self.unread)


INVESTORS = [
    Investor(
        "Helena Varga", "Corvus Ventures", "helena.varga@corvus.test", "+36 1 555 0141",
        "First meeting", "2026-09-14", "Monday, 14 September 2026", "2026-08-27T08:12:00+00:00",
        "Fernhill: a first conversation",
        """Dear Ana,

thank you for the deck. Two of my partners have read it and we would like to hear more. On our \
side you are now at the stage "{stage}".

Would {day} at 10:00 suit you for a call?

Best regards
{name}
Principal, {firm}
{email} | {phone}
""",
    ),
    Investor(
        "Marcus Thiele", "Steinbach Capital", "m.thiele@steinbach.test", "+49 89 5550 0142",
        "Due diligence", "2026-09-17", "17 September 2026", "2026-08-26T15:40:00+00:00",
        "Next steps with Steinbach",
        """Hi Ana,

good news: our committee agreed this morning to open {stage_in_prose}. My colleague will send \
you a list of documents next week. Please note {day} for our next follow-up.

Marcus

--
{name}
{firm}
Tel. {phone}
{email}
""",
    ),
    Investor(
        "Odile Marchand", "Lucioles Invest", "odile@lucioles.test", "+33 1 99 00 01 43",
        "Term sheet", "2026-09-21", "September 21, 2026", "2026-08-25T09:05:00+00:00",
        "Term sheet for Fernhill",
        """Hello Ana,

as promised, you will get our term sheet by Friday; I have moved you to "{stage}" in our \
pipeline. Let us go through it together on {day}.

If anything is urgent, call me: {phone}.

Warm regards,
{name}, Partner at {firm}
{email}
""",
    ),
    Investor(
        "Tobias Lindqvist", "Norrsken Bridge", "tobias.lindqvist@norrbridge.test",
        "+46 8 5550 0144",
        "Introduced", "2026-09-24", "Thursday 24 September 2026", "2026-08-24T12:31:00+00:00",
        "Introduction by Petra",
        """Hi Ana,

Petra from the accelerator suggested that we talk. I have just noted you as "{stage}" with us; \
nothing more yet. Could I get back to you on {day}, when I am back from leave?

{name}
Associate
{firm}
Email: {email}
Phone: {phone}
""",
    ),
    Investor(
        "Anna Berg", "Bergwerk Ventures", "anna@bergwerk.test", "+43 1 5550 0102",
        "First meeting", "2026-10-02", "2 October 2026", "2026-08-22T07:48:00+00:00",
        "Can we meet in Vienna?",
        """Dear Ana,

we know each other from Petra's introduction. I should like to go on to a {stage_in_prose}, \
best in person. I am in Vienna on {day}; may I put it in the calendar?

Kind regards
{name}
{firm}, Vienna
{email}
{phone}
""",
    ),
    Investor(
        "Rafael Moreno", "Puente Capital", "rafael.moreno@puente.test", "+34 91 555 0145",
        "Due diligence", "2026-09-28", "Monday, September 28, 2026", "2026-08-20T16:22:00+00:00",
        "Quick question about your churn",
        """Ana, hi,

in the data room the churn of March looks twice as high as that of April. Is that the \
migration? I need it for our {stage_in_prose} memo. Our next follow-up stays as agreed: {day}.

Thanks
{first}

{name} · {firm} · {phone} · {email}
""",
    ),
    Investor(
        "Grace Adeyemi", "Baobab Growth Partners", "grace@baobabgrowth.test", "+44 20 7946 0146",
        "Committed", "2026-10-01", "1 October 2026", "2026-08-19T10:00:00+00:00",
        "We are in",
        """Dear Ana,

I am delighted to confirm: {firm} is in, with the amount we discussed. Please treat us as \
"{stage}". Our lawyers would like to follow up with yours on {day}.

Congratulations to the whole team!

{name}
Managing Partner
{firm}
T {phone}
E {email}
""",
    ),
    Investor(
        "Kenji Watanabe", "Sakura Frontier", "k.watanabe@sakurafrontier.test", "+81 3 5550 0147",
        "Introduced", "2026-10-05", "2026-10-05", "2026-08-17T23:55:00+00:00",
        "Your talk in Lisbon",
        """Dear Ms Duarte,

I enjoyed your talk in Lisbon. We invest in industrial software from Tokyo and have so far no \
contact with Fernhill beyond this mail.

Name: {name}
Firm: {firm}
Email: {email}
Phone: {phone}
Stage: {stage}
Next follow-up: {day}

With respect,
{name}
""",
        unread=False,
    ),
    Investor(
        "John Smith", "Harbour Partners", "john.smith@harbour.test", "+44 20 7946 0105",
        "Term sheet", "2026-10-08", "Thursday, 8 October 2026", "2026-08-14T13:17:00+00:00",
        "Harbour: draft terms",
        """Ana,

due diligence is done, and we liked what we saw. Draft terms are on their way, so you are at \
"{stage}" now. Shall we speak on {day}?

Regards,
{name}
{firm}
{email}
{phone}
""",
        unread=False,
    ),
    Investor(
        "Ingrid Solheim", "Polaris Impact", "ingrid.solheim@polarisimpact.test",
        "+47 22 55 50 148",
        "Passed", "2026-10-12", "12 October 2026", "2026-08-11T11:11:00+00:00",
        "Our decision",
        """Dear Ana,

this was not easy. We have {stage_in_prose} on this round, because hardware is outside our \
mandate. I would be glad to stay in touch, and will write again on {day} when our new fund opens.

{name}
{firm}
{email} / {phone}
""",
        unread=False,
    ),
    Investor(
        "Luca Ferraro", "Ponte Vecchio Angels", "luca@pontevecchio.test", "+39 055 555 0149",
        "First meeting", "2026-10-15", "15 October 2026", "2026-08-06T17:29:00+00:00",
        "Lunch?",
        """Ciao Ana,

are you in Florence in October? I would love to have you for lunch with two other angels on \
{day}: call it a {stage_in_prose}.

A presto
{name}
{firm}
{phone}
{email}
""",
    ),
    Investor(
        "Meera Nair", "Monsoon Capital", "meera.nair@monsooncap.test", "+91 22 5550 0150",
        "Due diligence", "2026-10-20", "Tuesday, 20 October 2026", "2026-07-30T06:03:00+00:00",
        "Reference calls",
        """Hello Ana,

we are half through {stage_in_prose} and would like to speak with three of your customers. \
Could you propose names before our next follow-up on {day}?

Many thanks,
{name}
Vice President, {firm}
{phone}
{email}
""",
        unread=False,
    ),
]  # fmt: skip
