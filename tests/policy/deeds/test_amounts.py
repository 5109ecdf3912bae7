"""Amounts of money, in any country's way of writing."""

from __future__ import annotations

from decimal import Decimal

import pytest

from handrail.policy.deeds.amounts import Amount, is_foreign, largest, read_amount


@pytest.mark.parametrize(
    ("text", "number", "currency"),
    [
        ("1.250,00 €", "1250.00", "EUR"),
        ("€ 1,250.00", "1250.00", "EUR"),
        ("1 250,50 €", "1250.50", "EUR"),
        ("CHF 1’250.50", "1250.50", "CHF"),
        ("$1,250", "1250", "USD"),
        ("1.250", "1250", None),
        ("12.5", "12.5", None),
        ("12,50 EUR", "12.50", "EUR"),
        ("1.234.567", "1234567", None),
        ("99 dollars", "99", "USD"),
        ("€5k", "5000", "EUR"),
        ("$1.2M", "1200000", "USD"),
        ("5 Mio. €", "5000000", "EUR"),
        ("€ 3 million", "3000000", "EUR"),
        ("2,5 Mrd. EUR", "2500000000", "EUR"),
        ("₹5 lakh", "500000", "INR"),
        ("1 500 mm", "1500", None),
        ("EUR5000", "5000", "EUR"),
        ("12 500 SEK", "12500", "SEK"),
        ("1 250 Kč", "1250", "CZK"),
        ("80 zł", "80", "PLN"),
        ("١٬٢٣٤٫٥٠ €", "1234.50", "EUR"),
        ("１，２３４ 円", "1234", "JPY"),
        ("€1\u200b000", "1000", "EUR"),
        ("CHF 1ʼ250.50", "1250.50", "CHF"),
        ("1e6", "1000000", None),
        ("1.5E+3 €", "1500", "EUR"),
        ("500万円", "5000000", "JPY"),
        ("3千万円", "30000000", "JPY"),
        ("1.2억 원", "120000000", "KRW"),
        ("5 млн ₽", "5000000", "RUB"),
        ("5 mil €", "5000", "EUR"),
        ("5 milhões R$", "5000000", "BRL"),
        ("5 miliardi €", "5000000000", "EUR"),
        ("5 mln zł", "5000000", "PLN"),
        ("5 tys. zł", "5000", "PLN"),
        ("500 EUR/month", "500", "EUR"),
        ("1億5000万円", "150000000", "JPY"),
        ("3千億円", "300000000000", "JPY"),
        ("2百億円", "20000000000", "JPY"),
        ("3千5百万円", "35000000", "JPY"),
        ("1万5000円", "15000", "JPY"),
        ("5万亿元", "5000000000000", "CNY"),
        ("1억 5,000만 원", "150000000", "KRW"),
        ("2조 3천억 원", "2300000000000", "KRW"),
        ("5천원", "5000", "KRW"),
        ("US$5 mil millones", "5000000000", "USD"),
        ("2 mil 500 millones €", "2500000000", "EUR"),
        ("₹2 crore 50 lakh", "25000000", "INR"),
        ("₹3 lakh crore", "3000000000000", "INR"),
        ("1 million 500 thousand euros", "1500000", "EUR"),
        ("$2 trillion", "2000000000000", "USD"),
        ("2 Billionen €", "2000000000000", "EUR"),
        ("5 hundred EUR", "500", "EUR"),
        ("5 hundred thousand EUR", "500000", "EUR"),
        ("2 thousand 5 hundred dollars", "2500", "USD"),
        ("5 Tausend Euro", "5000", "EUR"),
        ("99 US dollars", "99", "USD"),
        ("99 US$", "99", "USD"),
        ("99US$", "99", "USD"),
        ("500kr", "500", "kr"),
        ("400 KWD", "400", "KWD"),
        ("₿5", "5", "₿"),
        ("3 × 400 EUR", "1200", "EUR"),
        ("€1.50 × 12", "18.00", "EUR"),
        ("500EURPay", "500", "EUR"),
        ("₹1.25 Cr", "12500000", "INR"),
        ("₹5L", "500000", "INR"),
        ("€5 L", "5", "EUR"),
        ("Rs. 12 lacs", "1200000", "Rs"),
        ("Rp 5 jt", "5000000", "IDR"),
        ("1,2 tỷ ₫", "1200000000", "VND"),
        ("₺5 bin", "5000", "TRY"),
        ("5 миллионов ₽", "5000000", "RUB"),
        ("₪5 מיליון", "5000000", "ILS"),
        ("฿5 ล้าน", "5000000", "THB"),
        ("€ 5 duizend", "5000", "EUR"),
        ("5 mil. Kč", "5000000", "CZK"),
        ("€5 MrdPay", "5000000000", "EUR"),
        ("$5MM", "5000000", "USD"),
        ("$1,23456", "123456", "USD"),
        ("0,12345 BTC", "0.12345", "BTC"),
        ("HK$400", "400", "HKD"),
        ("5 mii lei", "5000", "lei"),
        ("500 millones de euros", "500000000", "EUR"),
        ("500 millions d'euros", "500000000", "EUR"),
        ("1 250,00 €²", "1250", "EUR"),
        (f"5e{'9' * 5000} €", f"5{'0' * 30}", "EUR"),
    ],
)
def test_an_amount_is_read(text: str, number: str, currency: str | None) -> None:
    assert read_amount(text) == Amount(Decimal(number), currency)


def test_where_there_is_no_number_there_is_no_amount() -> None:
    assert read_amount("free") is None
    assert largest(["free", "gratis"]) is None


@pytest.mark.parametrize(
    "text",
    [
        "€5k5",
        "¥1億五千万",
        "1万5元",
        "$2M5",
        "½ million EUR",
        "9½ EUR",
        "0x258 EUR",
        "0xFF",
        "5×10³ EUR",
        "10^3 €",
        "1/2 million EUR",
        "5 dozen EUR",
        "5 TEUR",
        "5kEUR",
        "3 grand €",
        "5 Riesen Euro",
        "6oo",
        "5OO EUR",
        "25O.000 €",
        "300*2",
        "500 - 600 EUR",
        "1_000",
        "100% of 900 EUR",
        "300 x 2",
        "3 × 5 dozen EUR",
    ],
)
def test_a_sum_that_goes_on_in_a_way_that_is_not_known_is_not_read_as_its_beginning(text: str) -> None:
    assert read_amount(text) is None


def test_a_sign_of_several_currencies_is_any_of_them_and_no_other() -> None:
    crowns = Amount(Decimal(500), "kr")
    assert [is_foreign(crowns, code) for code in ("SEK", "NOK", "EUR")] == [False, False, True]
    assert not is_foreign(Amount(Decimal(500), None), "EUR")


def test_nothing_is_at_stake_where_there_is_no_number() -> None:
    assert largest(["free", "gratis"]) is None


def test_the_largest_is_what_is_at_stake() -> None:
    assert largest(["5 €", "1.250,00 €", "30 €"]) == Amount(Decimal("1250.00"), "EUR")
