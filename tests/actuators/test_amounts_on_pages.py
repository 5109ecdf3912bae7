"""The sums of money around a button, as pages write them, are read as what they are."""

from __future__ import annotations

import json

from handrail.browser import InPage, LaunchedBrowser
from handrail.policy.deeds.amounts import largest, read_amount
from tests.app import App

IN = "<label>Amount <input value=450></label>"
WAYS = {
    "12&nbsp;500,00&nbsp;€": "12,500.00 EUR",
    "-12\u202f500,00 €": "12,500.00 EUR",
    "12 500 kr": "12,500 kr",
    "€5k": "5,000 EUR",
    "$1.2M": "1,200,000 USD",
    "Fee 2 €, in all 3 Mio. €": "3,000,000 EUR",
    "12.500,00 EUR": "12,500.00 EUR",
    "12'500.- CHF": "12,500 CHF",
    "12.500,– €": "12,500 EUR",
    "<b>USD</b><i>5000</i>": "5,000 USD",
    "<b>2</b> <b>€435.00</b>": "435.00 EUR",
    "₹12,50,000 of ₹5": "1,250,000 INR",
    "１２５００ ￥": "12,500 JPY",
    "٥٬٠٠٠ €": "5,000 EUR",
    "".join(f"<li>{number}.50 €</li>" for number in range(10, 99)) + "In all 4,850.50 €": "4,850.50 EUR",
    f"5 €{'<p>And so on.</p>' * 4000}9,000 €": "9,000 EUR",
    "手数料 300円 合計 500万円": "5,000,000 JPY",
    "Fee 2 zł, in all 5 mln zł": "5,000,000 PLN",
    "Fee ₹2, in all ₹१२,५०,०००": "1,250,000 INR",
    "Fee €2, in all €1\u2060000": "1,000 EUR",
    "<label>Amount <input value='١٢٬٥٠٠'></label>": "12,500",
    "<label>Amount <input type=number value=1e6></label>": "1,000,000",
    "手数料 ¥300 合計 1億5000万円": "150,000,000 JPY",
    "공급가액 ₩300, 합계 1억 5,000만 원": "150,000,000 KRW",
    "Comisión US$2, en total US$5 mil millones": "5,000,000,000 USD",
    "Fee ₹2, in all ₹2 crore 50 lakh": "25,000,000 INR",
    "5万亿元": "5,000,000,000,000 CNY",
    "¥1億五千万": "None",
    "€5k5": "None",
    "5 files": "None",
    "Fee ₹2, in all ₹1.25 Cr": "12,500,000 INR",
    "Fee ₹2, in all ₹5L": "500,000 INR",
    "Fee Rs. 2, in all Rs. 5,000": "5,000 Rs",
    "Fee €2, in all €5 MILLION": "5,000,000 EUR",
    "Fee €2, in all € 10 hundred": "1,000 EUR",
    "Fee $2, in all $5 M": "5,000,000 USD",
    "Fee ₪2, in all ₪5 מיליון": "5,000,000 ILS",
    "Fee $2, in all $1,234<sup>56</sup>": "123,456 USD",
    "Fee HK$2, in all HK$400": "400 HKD",
    "Fee €2, in all 5e3 EUR": "5,000 EUR",
    "Fee 2 EUR, in all 5 hundred EUR": "500 EUR",
    "2 Chairs € 300": "300 EUR",
    "Bed 2.5 million EUR, 500 thousand million EUR": "500,000,000,000 EUR",
    "250 m² for 300 €": "300 EUR",
    # What an app keeps in its pages may be one long word: it does not hold up the look.
    f"{'a' * 20_000} {'7' * 20_000} 9 €": "9 EUR",
    # What the number is of stands beside its field.
    f"{IN}<select name=currency><option>EUR<option selected>GBP</select>": "450 GBP",
    f"{IN}<select><option>USD<option selected value=x>GBP – Pound</select>": "450 GBP",
    f"{IN}<label>Currency <select><option>Dinar</select></label>": "450 ¤",
    f"{IN}<input type=hidden name=currency value=usd>": "450 USD",
    f"{IN}<label><input type=radio name=c checked value=JPY>JPY</label>": "450 JPY",
    "<label for=a>Amount</label><p><span>$</span><input id=a value=450></p><p>Fee 1 EUR</p>": "450 USD",
    "<label for=a>Amount</label><input id=a value=450> <i>CHF</i>": "450 CHF",
    "<label>Amount (GBP) <input value=450></label>": "450 GBP",
    f"{IN}<label>Country <select><option>Bhutan</select></label>": "450",
    # The example that a field gives is of summer, and of no "Summe".
    "<label>Code <input placeholder=SUMMER15 value=AUTUMN25></label>": "None",
    "<label>Gesamtsumme <input value=450></label>": "450",
    "<p><label>Amount <input value=7></label><select><option>EUR</select></p>"
    "<p>Gets <input name=x value=9><select><option>GBP</select></p>": "7 EUR",
    "<div role=textbox contenteditable aria-label=Amount>9000</div><p>Fee 1 EUR</p>": "9,000",
    "<div role=slider aria-label=Amount aria-valuenow=9000 tabindex=0></div><p>Fee 1 EUR</p>": "9,000",
    "Transfer 400 KWD to Bob. Fee 1 EUR": "400 KWD",
    "Transfer 5 BTC to Bob. Fee 1 EUR": "5 BTC",
    "Transfer ₿5, fee 1 EUR": "5 ₿",
    # How many there are.
    "3 × 400 EUR": "1,200 EUR",
    "€400 x 12": "4,800 EUR",
    "Price 400 EUR <label>Quantity <input value=10></label>": "4,000 EUR",
    "Price 400 EUR <label>Quantity <input value=3></label> Total 1200 EUR": "1,200 EUR",
    "<label>Payment date <input value=11/25/2026></label><label>Sum <input value=7></label>": "7",
}
UNREAD = (
    "½ million EUR",
    "9½ EUR",
    "0x258 EUR",
    "5×10³ EUR",
    "1/2 million EUR",
    "five hundred EUR",
    "zweitausend Euro",
    "deux cents euros",
    "5 dozen EUR",
    "5 TEUR",
    "<label>Amount <input value='½'></label>",
    "<label>Amount <input value=0x258></label>",
)
"""Beside a sum that is read, each is still told: it may be the larger one."""
IN_ROWS = {
    # A form of each row that is nothing but its button: what it pays stands beside it.
    "<table><tr><td>12.500,00 €<td><form method=post><input type=hidden name=t><button>": "12,500.00 EUR",
    "<table><tr><td>12.500,00 €<td><form>Fee 1 EUR <button>": "1 EUR",
    # What is still to be filled in is no sum that stands elsewhere.
    "<table><tr><td>1 €<td><form><label>Amount <input></label><button>": "None",
}
PAGE = "<form><div></div><button type=button>Pay</button></form>"


async def test_the_largest_sum_around_a_button_is_read_in_any_notation(launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    with App({"/": PAGE}) as app:
        async with await launched.browser.new_context() as context:
            page, inpage = await context.new_page(), InPage(context)
            await inpage.attach(page)
            await page.goto(app.url)
            unread = {}
            looked = {"conditions": [], "strong": 1, "timeout": 0, "again": False}
            read = {}

            async def sums(way: str) -> list[str]:
                await page.evaluate(f"document.querySelector('div').innerHTML = {json.dumps(way)}")
                seen = await inpage.call(
                    page, "look", {**looked, "locators": [{"by": "css", "css": "button"}]}
                )
                return list(seen["sighting"]["elements"][0]["leads"]["money"])

            for way in WAYS:
                read[way] = str(largest(await sums(way)))
            for way in UNREAD:
                unread[way] = [read_amount(told) for told in await sums(f"Fee 1 EUR, in all {way}")]
            await page.evaluate("document.querySelector('form').outerHTML = '<div></div>'")
            rows = {way: str(largest(await sums(way))) for way in IN_ROWS}
    assert read == WAYS
    assert rows == IN_ROWS
    assert [way for way, told in unread.items() if None not in told] == []
