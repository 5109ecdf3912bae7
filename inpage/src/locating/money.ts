// The sums of money in a part of a page, as they are written there: what they come to is read in `policy/amounts.py`.

import { isField, labelOf, nameOf } from '../page/aria';
import { isMasked } from '../page/masked';
import { clip, fold } from '../page/text';
import { isVisible } from '../page/visible';

/** What is made when it is first asked for. The browser takes milliseconds to read the expressions below, and would in
 * each new tab, though most pages ask for none of them. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const MOST_MONEY = 40;
const MOST_TEXT = 20_000;
export const AMOUNT_WORDS = /amount|total|\bsum\b|price|payment|betrag|summe(?!r)|preis|importe|monto|precio(?!u)|cantidad|montant|somme(?!r)|prix/i;
/** Codes that are no words; as in `policy/amounts.py`. */
const CODES =
  'EUR|USD|GBP|CHF|JPY|CAD|AUD|NZD|CNY|INR|KRW|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|ILS|AED|SAR|ZAR|EGP|' +
  'NGN|KES|BRL|MXN|ARS|CLP|COP|SGD|HKD|TWD|THB|MYR|IDR|VND|PKR|BDT|AFN|AMD|ANG|AOA|AWG|AZN|BAM|BBD|BHD|BIF|BMD|' +
  'BND|BOB|BSD|BTN|BWP|BYN|BZD|CDF|CNH|CRC|CVE|DJF|DOP|DZD|ERN|ETB|FJD|FKP|GEL|GHS|GIP|GMD|GNF|GTQ|GYD|HNL|HTG|' +
  'IQD|IRR|JMD|JOD|KGS|KHR|KMF|KPW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MRU|MUR|MVR|MWK|' +
  'MZN|NAD|NIO|NPR|OMR|PAB|PEN|PGK|PHP|PYG|QAR|RSD|RWF|SBD|SCR|SDG|SHP|SLE|SRD|SSP|STN|SVC|SYP|SZL|TJS|TMT|TND|' +
  'TRY|TTD|TZS|UGX|UYU|UZS|VES|VUV|WST|XAF|XCD|XOF|XPF|XAU|YER|ZMW|BTC|ETH|USDT|USDC|LTC|XRP';
const NAMES =
  '[Ee]uros?|[Dd]ollars?|[Ff]rancs?|[Ff]ranken|[Kk]rone[rn]|[Kk]ronor|kr|zł|Kč|Ft|S?Fr|(?<!\\p{L})(?:Rs|Rp|TL|KSh|[Ll]ei)|' +
  'руб|грн|лв|円|元|원';
/** Whose dollar it is. */
const DOLLARS = '(?<!\\p{L})(?:US|CA?|AU?|NZ?|HK|NT|SG?|MX|R)\\$';
// What stands beside it in the next element follows without a space ("500 EURPay").
const CURRENCY = `(?:${DOLLARS}|\\p{Sc}|(?:${CODES}|${NAMES})(?![a-z]))`;
/** Of powers of ten ("5e3"), and what makes another number of digits and is not read ("0x258", "9½", "10³", "1/2 million"). */
const POWER = '(?:[eE]\\+?\\d+(?![\\p{L}\\d]))?';
const ODD = '(?:(?:⁄|\\^)\\d+| \\d/\\d(?![\\d/])|/\\d(?= ?\\p{L}*(?:illi|housand|ausend|undred|undert)))?';
const NUMBER = `(?:0[xX][\\da-fA-F]+|\\d+(?:[.,'’]\\d+| \\d{3}(?!\\d))*${POWER}${ODD}(?:[.,][-–—]*)?)`;
/** Each in small letters, as "Million" and as "MILLION"; a capital behind it is of the next element ("5 MioPay"). */
const inAnyCase = (words: string): string =>
  words.split(' ').flatMap((word) => {
    const upper = word.toUpperCase();
    return upper === word ? word : [`[${upper[0]}${word[0]}]${word.slice(1)}\\p{Ll}*`, `${upper}\\p{Lu}*`];
  }).join('|');
/** "3 million", "2 Mio.", "₹1.25 Cr"; as in `policy/amounts.py`. */
const WORD =
  `(?:${inAnyCase(
    'tsd tys tyś tis тыс тис хил млн млрд трлн миллион мільйон милион миллиард мільярд милиард mio mln mrd mld mdr thousand ' +
    'tausend hundred hundert mil bill tril trill lakh crore tusen tusind duizend tuha ezer ribu triệu tỷ tỉ nghìn ngàn juta ' +
    'χιλ εκ δισ אלף מיליון מיליארד ألف آلاف مليون ملايين مليار พน หมน แสน ลาน लाख करोड हजार')}` +
  '|(?:[Mm]ii|[Bb]in|BİN|[Rr]b|[Jj]t|[Mm]ds?|[Ll]acs?|[Cc]rs?|CR|LACS?|L)(?!\\p{Ll}))\\.?';
const SIGNS = '十百千万億兆京拾佰仟萬亿십백천만억조경';
const SIGN = `[${SIGNS}]`;
const WRITTEN = '一二三四五六七八九〇零两兩';
const TIMES = `(?:(?:[km]| ?[KMB]| ?MM| ?[bBmM]n|b)(?![a-z²³])| ?${SIGN}(?: ?${SIGN})*| ?${WORD})(?: ${WORD}){0,2}`;
/** Several that come to one sum: "1億5000万", "2 crore 50 lakh"; and what of it is told to be unreadable: "5k5". */
const SUM =
  `${NUMBER}(?:${TIMES}(?: ?${NUMBER}${TIMES}){0,4}(?:(?:(?<=${SIGN}) )?${NUMBER})?)?(?:[${WRITTEN}][${WRITTEN}${SIGNS}]*)?`;
/** Sums in words, which are told to be unreadable: "five hundred EUR"; not the end of "2.5 million EUR". Where it begins is
 * bound first, here as below: a text of forty thousand letters or digits is read in milliseconds. */
const WORDED =
  '(?<!\\p{L})(?<!\\d ?(?:\\p{L}{1,20}\\.? ){0,3})\\p{L}{0,20}(?:[Hh]undred|[Hh]undert|[Tt]housand|[Tt]ausend|[Mm]illion(?:en|s|es)?|[Mm]illón|' +
  "[Mm]illiarden?|[Mm]illiards?|[Bb]illion|[Mm]ille|[Cc]ents|[Cc]ient[oa]s|[Qq]uinient[oa]s|[Mm]il) ?(?:de |d['’])?";
/** "5 dozen EUR", "5 TEUR": what they come to is not read either. */
const DOZENS = '(?:[TtkKMG]{1,2}|[Dd]ozen|[Gg]rand|[Dd]utzend|[Dd]ouzaines?|[Dd]ocenas?)';
const MONEY = lazily(() => [
  // Each for itself: "2 €435" is a number and a sum, and neither order can know which.
  `${CURRENCY}(?:\\.? |\\.)?[-−]?${SUM}`,
  `(?<!\\d)[-−]?${SUM} ?${CURRENCY}`,
  `${WORDED}${CURRENCY}`,
  `(?<!\\d)${SUM} ?${DOZENS} ?${CURRENCY}`,
].map((form) => new RegExp(form, 'gu')));

/** The digits of a script stand in a row, from zero on. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0)!;
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** Digits and separators of any script as those of ours, without signs that nobody sees; every space is one, and raised
 * digits are a power. */
const plainDigits = (text: string): string =>
  fold(text.replace(/[⁰¹²³⁴-⁹]+/g, '^$&').normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, ''))
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(/[٬،]/g, ',')
    .replace(/٫/g, '.')
    .replace(/[ʼ′`·]/g, "'");

/** "2026-11-25", "25.11.2026", and a card's "12/28": the day of a payment is no sum of it. */
const DATE = /^(?:\d{1,4}([-./])\d{1,2}\1\d{2,4}|\d{1,2}\/\d{2,4})$/;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** A total may stand behind any number of other sums: of too many, the longest are told. */
function someOf(sums: string[]): string[] {
  const all = [...new Set(sums)];
  return all.length <= MOST_MONEY ? all : all.sort((one, other) => digitsIn(other) - digitsIn(one)).slice(0, MOST_MONEY);
}

/** "3 × 20 €", "20 € x 3": what several come to. */
const SEVERAL = lazily(() => [
  `(?<![\\d.,])\\d{1,4} ?[x×✕] ?(?:${CURRENCY}(?:\\.? |\\.)?${SUM}|${SUM} ?${CURRENCY})`,
  `(?:${CURRENCY}[. ]?${SUM}|(?<!\\d)${SUM} ?${CURRENCY}) ?[x×✕] ?\\d{1,4}(?![\\d.,])`,
].map((form) => new RegExp(form, 'gu')));
const QUANTITY_WORDS = /quantit|\bqty\b|menge|anzahl|stückzahl|cantidad/i;
const CURRENCY_WORDS = /currency|\bccy\b|w(?:ä|ae?)hrung|divisa|moneda|devise|monnaie|valuta|moeda/i;
const NAMED_CURRENCY = lazily(() => new RegExp(`(?<!\\p{L})${CURRENCY}(?!\\p{L})`, 'u'));
/** Each of the forms above holds one: they are long, and most pages are done with this one alone. */
const ANY_CURRENCY = lazily(() => new RegExp(CURRENCY, 'u'));
/** Of a currency that nobody knows. */
const UNKNOWN = '¤';
/** What is shown to be chosen, and what is sent with it unseen. */
const CHOSEN = 'select,input,[role=combobox],[aria-haspopup=listbox],[role=radio][aria-checked=true]';
/** What is drawn in the place of a field. */
const WRITTEN_IN = '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=spinbutton],[role=slider]';
const AROUND = 3;

const wordsOf = (element: Element): string =>
  [element.getAttribute('name'), element.id, labelOf(element) ?? nameOf(element), element.getAttribute('placeholder')].join(' ');

/** What a control shows, or stands for. */
function shownIn(control: Element): string {
  if (control instanceof HTMLSelectElement) return `${control.selectedOptions[0]?.text ?? ''} ${control.value}`;
  if (!isField(control)) return `${control.textContent} ${control.getAttribute('aria-label') ?? ''}`;
  if (control.type !== 'radio') return control.value;
  return (control as HTMLInputElement).checked ? `${labelOf(control) ?? ''} ${control.value}` : '';
}

/** The currency that a control says; null of one that is about something else. */
function currencyOf(control: Element): string | null {
  if (isField(control) && isMasked(control)) return null;
  const shown = fold(shownIn(control).normalize('NFKC')).slice(0, 80);
  const named = CURRENCY_WORDS.test(wordsOf(control));
  const found = NAMED_CURRENCY().exec(named ? shown.replace(/(?<!\p{L})[a-z]{3}(?!\p{L})/gu, (code) => code.toUpperCase()) : shown);
  // Of what is not called so, the currency alone, or a list's "GBP – British pound".
  if (found && (named || found.index === 0) && !(/\d/.test(shown) && !named)) return found[0];
  return named && /\p{L}/u.test(shown) ? UNKNOWN : null;
}

/** The currencies that are said of a field's number beside it: in its label, in the words at its side, in a list. */
function currenciesBeside(field: Element, scope: Element): string[] {
  const label = NAMED_CURRENCY().exec(plainDigits(wordsOf(field)));
  if (label) return [label[0]];
  let depth = 0;
  for (let around = field.parentElement; around && scope.contains(around); around = around.parentElement, depth++) {
    const controls = [...around.querySelectorAll(CHOSEN)].filter((one) => one !== field);
    const chosen = controls.map(currencyOf).filter((code) => code !== null);
    if (chosen.length > 0) return [...new Set(chosen)];
    if (depth >= AROUND || controls.some((one) => isField(one) && one.type !== 'hidden')) continue;
    const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = fold(texts.currentNode.textContent);
      if (text.length < 8 && NAMED_CURRENCY().exec(text)?.[0] === text) return [text];
    }
  }
  return [];
}

/** The numbers that are filled in as a sum, each with its currency where one stands beside it. */
function filledIn(scope: Element): string[] {
  const found: string[] = [];
  const tell = (field: Element, written: string): void => {
    const value = clip(plainDigits(written), 40);
    if (!/\d/.test(value) || DATE.test(value) || !AMOUNT_WORDS.test(wordsOf(field))) return;
    const beside = NAMED_CURRENCY().test(value) ? [] : currenciesBeside(field, scope);
    found.unshift(...(beside.length > 0 ? beside.map((code) => `${value} ${code}`) : [value]));
  };
  for (const field of scope.querySelectorAll('input,select'))
    if (isField(field) && !isMasked(field) && field.type !== 'hidden') tell(field, field.value);
  for (const drawn of scope.querySelectorAll(WRITTEN_IN))
    if (!isField(drawn)) tell(drawn, drawn.getAttribute('aria-valuetext') ?? drawn.getAttribute('aria-valuenow') ?? drawn.textContent ?? '');
  return found;
}

/** How many are ordered, where one field says so. */
function quantityIn(scope: Element): number {
  const fields = [...scope.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select')];
  const said = fields.filter((one) => one.type !== 'hidden' && QUANTITY_WORDS.test(wordsOf(one)) && isVisible(one));
  const number = Number(said.length === 1 ? plainDigits(said[0]!.value) : '');
  return Number.isInteger(number) && number < 10_000 ? number : 0;
}

export function moneyIn(scope: Element | null): string[] {
  if (!scope) return [];
  const text = scope.textContent ?? '';
  const read = text.length <= 2 * MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)} ${text.slice(-MOST_TEXT)}`;
  const plain = plainDigits(read);
  const inText = (forms: () => RegExp[]): string[] =>
    ANY_CURRENCY().test(plain) ? forms().flatMap((form) => plain.match(form) ?? []) : [];
  const written = inText(MONEY).map((sum) => sum.trim());
  const several = inText(SEVERAL).map((sum) => sum.trim().replace(/ ?[x×✕] ?/, ' × '));
  const found = [...filledIn(scope), ...several, ...written];
  const quantity = quantityIn(scope);
  // A price that stands alone is that of one; beside others stands what they come to.
  if (quantity > 1 && new Set(found).size === 1) found.push(`${quantity} × ${found[0]}`);
  return someOf(found);
}
