"""Amounts of money as pages write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d[\d.,'’\s]*(?:[eE]\+?\d+(?!\w))?")
_MOST_ZEROS: Final = 30
_PLAIN: Final = str.maketrans("٬،٫ʼ′`·", ",,.''''")
"""Separators of other scripts, and what looks like ours."""
_KNOWN: Final = (
    "EUR USD GBP CHF JPY CAD AUD NZD CNY INR KRW SEK NOK DKK ISK PLN CZK HUF RON BGN RUB UAH ILS AED SAR "
    "ZAR EGP NGN KES BRL MXN ARS CLP COP SGD HKD TWD THB MYR IDR VND PKR BDT AFN AMD ANG AOA AWG AZN BAM "
    "BBD BHD BIF BMD BND BOB BSD BTN BWP BYN BZD CDF CNH CRC CVE DJF DOP DZD ERN ETB FJD FKP GEL GHS GIP "
    "GMD GNF GTQ GYD HNL HTG IQD IRR JMD JOD KGS KHR KMF KPW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL "
    "MGA MKD MMK MNT MRU MUR MVR MWK MZN NAD NIO NPR OMR PAB PEN PGK PHP PYG QAR RSD RWF SBD SCR SDG SHP "
    "SLE SRD SSP STN SVC SYP SZL TJS TMT TND TRY TTD TZS UGX UYU UZS VES VUV WST XAF XCD XOF XPF XAU YER "
    "ZMW BTC ETH USDT USDC LTC XRP"
)
"""Codes of money, and of what is paid with like it, that are no words; as in the page's `money.ts`."""
_CODE: Final = re.compile(rf"(?:{'|'.join(sorted(_KNOWN.split(), key=len, reverse=True))})(?![a-z])")
_SIGNS: Final = {
    "R$": "BRL",
    "HK$": "HKD",
    "NT$": "TWD",
    "MX$": "MXN",
    "NZ$": "NZD",
    "N$": "NAD",
    "CA$": "CAD",
    "C$": "CAD",
    "AU$": "AUD",
    "A$": "AUD",
    "SG$": "SGD",
    "US$": "USD",
    "S$": "SGD",
    "€": "EUR",
    "$": "USD",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₪": "ILS",
    "₴": "UAH",
    "฿": "THB",
    "₫": "VND",
    "₦": "NGN",
    "₺": "TRY",
    "₱": "PHP",
    "₸": "KZT",
    "₵": "GHS",
    "৳": "BDT",
    "₡": "CRC",
    "₲": "PYG",
    "₼": "AZN",
    "₾": "GEL",
    "Kč": "CZK",
    "zł": "PLN",
    "Ft": "HUF",
    "руб": "RUB",
    "грн": "UAH",
    "лв": "BGN",
    "Rp": "IDR",
    "KSh": "KES",
    "TL": "TRY",
    "円": "JPY",
    "元": "CNY",
    "원": "KRW",
}
_WORDS: Final = {
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
    "dollars": "USD",
    "franc": "CHF",
    "francs": "CHF",
    "franken": "CHF",
}
_SEVERAL: Final = {
    "kr": frozenset({"SEK", "NOK", "DKK", "ISK"}),
    "Rs": frozenset({"INR", "PKR", "LKR", "NPR", "MUR", "SCR"}),
    "lei": frozenset({"RON", "MDL"}),
}
"""Signs that several currencies have."""
_KRONOR: Final = re.compile(r"(?<![^\W\d_])(?:kr|kronor|kroner|krónur)(?![^\W\d_])", re.I)
_SHARED: Final = re.compile(r"(?<![^\W\d_])(?:Rs|lei)(?![a-z])")
_TIMES_OVER: Final = re.compile(r"(\d{1,4}) × (.+)|(.+) × (\d{1,4})", re.S)
"""A price and how many; as the page's script writes it."""
_RUPEES: Final = re.compile("[₹]|INR|Rs")
_NO_MORE: Final = r"(?-i:(?![a-z]))"
"""A capital letter behind a word is of the next element: "5 MrdPay"."""
_TIMES: Final = (
    (re.compile(r"\s?(?:tri(?:ll?i[oóõ]|lh|ly)|трлн|триллион|billionen|bill[oó]n)", re.I), 12),
    (
        re.compile(
            rf"\s?(?:b(?:n)?(?!\w)|(?:m[rl]d|mds?|mdr){_NO_MORE}|bill|mil(?:l?i|j|y)ar|млрд|миллиард|мільярд|"
            r"милиард|δισ|tỷ|tỉ|מיליארד|مليار)",
            re.I,
        ),
        9,
    ),
    (re.compile(rf"\s?(?:crore|cr(?:s)?{_NO_MORE}|करोड)", re.I), 7),
    (
        re.compile(
            rf"\s?(?:m(?![\w²])|m[nl]{{1,2}}{_NO_MORE}|(?-i:MM)(?!\w)|mio|mil(?:l(?!e\b)|h|j|i|y|\.)|млн|миллион|мільйон|"
            rf"милион|εκ|triệu|juta|jt{_NO_MORE}|מיליון|مليون|ملايين|ลาน)",
            re.I,
        ),
        6,
    ),
    (
        re.compile(
            rf"\s?(?:k(?!\w)|tsd|tausend|ty[sś]|tis{_NO_MORE}|tisíc|thousand|mil|тыс|тис|хил|tus(?:en|ind)|duizend|tuha|"
            rf"ezer|mii{_NO_MORE}|bin{_NO_MORE}|ribu|rb{_NO_MORE}|nghìn|ngàn|χιλ|אלף|ألف|آلاف|พน|हजार)",
            re.I,
        ),
        3,
    ),
    (re.compile(rf"\s?(?:hundred|hundert){_NO_MORE}", re.I), 2),
    (re.compile(rf"\s?(?:lakh|lacs?{_NO_MORE}|แสน|लाख)", re.I), 5),
    (re.compile(r"\s?หมน"), 4),
)
"""What stands behind a number that is short for a larger one, and how many zeros that are."""
_LAKHS: Final = re.compile(r"\s?L(?![a-zA-Z])")
"""Of other money it is a size or a litre."""
_REST: Final = re.compile(r"[^\W\d_]*\.?")
"""How such a word may end."""
_ZEROS: Final = {
    sign: zeros
    for signs, zeros in (
        ("十拾십", 1),
        ("百佰백", 2),
        ("千仟천", 3),
        ("万萬만", 4),
        ("億亿억", 8),
        ("兆조", 12),
        ("京경", 16),
    )
    for sign in signs
}
_SIGN: Final = re.compile(rf"\s?([{''.join(_ZEROS)}])")
_ADDED: Final = 3
"""Zeros of the largest unit whose sums are added up before a larger one counts for all of it: `3千5百万`."""
_GAP: Final = re.compile(r"\s?(?=\d)")
_GOES_ON: Final = re.compile(r"\s?[一二三四五六七八九〇零两兩]|(?:[kb]|m(?![23](?!\d)))\d", re.I)
"""What says that a number is not over, and is not read: 5k5, 1億五千万."""

_CURRENCY: Final = "|".join(map(re.escape, [*_SIGNS, *_KNOWN.split(), *_WORDS]))
_ODD: Final = re.compile(r"0x[\da-f]|⁄|\d(?:\^|/\d)", re.I)
"""What makes another number of the digits that stand there: 0x258, 9½, 10³, 1/2."""
_MONEY: Final = re.compile(rf"\s?(?:{_CURRENCY}|kr|kronor|(?:s?fr|rs|lei)(?!\w))", re.I)
_ANOTHER: Final = re.compile(r"\s?[-–—+*:%_×x/].*(?<!\^)\d", re.I | re.S)
"""Another number behind it, with which it is reckoned or spans: 300*2, 500-600, 1_000."""
_TOUCHES: Final = re.compile(r"(?<=\d)[^\W\d_]")
_BETWEEN: Final = re.compile(rf"\s?([^\W\d_]+?)\.?\s?(?:{_CURRENCY})", re.I)
_HARMLESS: Final = frozenset(
    "us u.s usd c ca a au hk nz s sg mx nt american us-american canadian australian swiss de d di do of in"
    " von per".split()
)
"""Words between a number and its currency that make no other sum of it; any other may stand for a dozen."""
_RAISED: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


class Amount(NamedTuple):
    """A sum of money; without a currency where the page names none."""

    number: Decimal
    currency: str | None

    def __str__(self) -> str:
        return f"{self.number:,f} {self.currency}" if self.currency else f"{self.number:,f}"


def read_amount(text: str) -> Amount | None:
    """The amount that a text like "1.250,00 €", "USD 1,250" or "3 × 20 €" names; None where there is no
    number."""
    if (several := _TIMES_OVER.fullmatch(text)) is not None:
        price = read_amount(several[2] or several[3])
        times = Decimal(several[1] or several[4])
        return price and price._replace(number=price.number * times)
    text = _plain(text)
    found = _NUMBER.search(text)
    if found is None or _ODD.search(text) is not None:
        return None
    number = _sum(text, found.start())
    return None if number is None else Amount(number, _currency(text))


def _sum(text: str, at: int) -> Decimal | None:
    """What the numbers and the units behind them come to, as in `1億5000万` and `2 crore 50 lakh`; None
    where more is meant than can be read."""
    whole = added = Decimal(0)
    begun = at
    while (found := _NUMBER.match(text, at)) is not None:
        number = _decimal(found[0])
        units, behind = _units(text, at + len(found[0].rstrip()))
        alone = at > begun and not units and text[at - 1] != " "
        if number is None or (alone and len(found[0].rstrip()) == 1):
            # 1万5 is 15,000 to some, and 10,005 to others.
            return None
        first = next((place for place, zeros in enumerate(units) if zeros > _ADDED), len(units))
        added += _times(number, units[:first])
        if units[first:]:
            whole, added = whole + _times(added, units[first:]), Decimal(0)
        if not units or (gap := _GAP.match(text, behind)) is None:
            return None if _goes_on(text, behind) else whole + added
        at = gap.end()
    return None


def _goes_on(text: str, at: int) -> bool:
    """Whether what stands behind a number makes another one of it, in a way that is not known."""
    if _GOES_ON.match(text, at):
        return True
    if _ANOTHER.match(text, at):
        return True
    if _MONEY.match(text, at):
        return False
    between = _BETWEEN.match(text, at)
    # Letters that touch a digit may be digits to the app, or to the eye: 6oo.
    return (
        between[1].lower() not in _HARMLESS if between is not None else _TOUCHES.match(text, at) is not None
    )


def _times(number: Decimal, units: Sequence[int]) -> Decimal:
    return number.scaleb(min(sum(units), _MOST_ZEROS))


def _units(text: str, at: int) -> tuple[list[int], int]:
    """The zeros of all the units that stand behind a number, and where they end."""
    units: list[int] = []
    while True:
        if sign := _SIGN.match(text, at):
            units.append(_ZEROS[sign[1]])
            at = sign.end()
            continue
        word = next(((found, zeros) for words, zeros in _TIMES if (found := words.match(text, at))), None)
        if word is None and _RUPEES.search(text) and (lakhs := _LAKHS.match(text, at)):
            word = (lakhs, 5)
        if word is None:
            return units, at
        units.append(word[1])
        rest = _REST.match(text, word[0].end())
        at = rest.end() if rest else word[0].end()


def _plain(text: str) -> str:
    """The text with our separators, without signs that nobody sees; raised digits stay powers."""
    raised = _RAISED.sub(lambda found: f"^{found[0]}", text)
    folded = unicodedata.normalize("NFKC", raised).translate(_PLAIN)
    return "".join(sign for sign in folded if unicodedata.category(sign) not in {"Cf", "Mn"})


def _currency(text: str) -> str | None:
    for sign, code in _SIGNS.items():
        if sign in text:
            return code
    named = _CODE.search(text)
    if named is not None:
        return named[0]
    if (unknown := next((sign for sign in text if unicodedata.category(sign) == "Sc"), None)) is not None:
        return unknown
    if _KRONOR.search(_NUMBER.sub(" ", text)) is not None:
        return "kr"
    if (shared := _SHARED.search(text)) is not None:
        return shared[0]
    return next((code for word, code in _WORDS.items() if word in text.lower()), None)


def is_foreign(amount: Amount, currency: str) -> bool:
    """Whether an amount is in another currency; one that names none is not."""
    return amount.currency not in (None, currency) and currency not in _SEVERAL.get(amount.currency or "", ())


def _decimal(text: str) -> Decimal | None:
    """A number with any country's separators. What could be thousands or decimals is read as the larger."""
    text, _, zeros = text.lower().partition("e")
    digits = re.sub(r"[\s'’]", "", text).strip(".,")
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        decimal = "." if point > comma else ","
        digits = digits.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif point >= 0 or comma >= 0:
        mark = "." if point >= 0 else ","
        *heads, tail = digits.split(mark)
        # Of five, the last two are cents without their point, as where they are written smaller: 1,23456.
        grouped = len(tail) in (3, 5) and all(1 <= len(head) <= 3 for head in heads) and heads != ["0"]
        digits = "".join((*heads, tail)) if grouped or len(heads) > 1 else f"{heads[0]}.{tail}"
    try:
        # Python reads no number of thousands of digits.
        return Decimal(digits).scaleb(min(int(zeros or 0), _MOST_ZEROS) if len(zeros) < 5 else _MOST_ZEROS)
    except InvalidOperation:
        return None


def largest(texts: Iterable[str]) -> Amount | None:
    """The largest of the amounts: what is at stake, where a page names several."""
    found = [amount for text in texts if (amount := read_amount(text)) is not None]
    return max(found, key=lambda amount: amount.number, default=None)
