// What a text says that names a record for a moment only, or many of them: days, amounts, measures, counts.

import { isDayInWords } from './months';

/** A day, or a measure, which the next look may find changed: "32.0 KiB", "12 %". */
const MEASURE = /^(\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|[\d.,]*\d\s?(%|[kKMGT]i?B|B|bytes?)$)/;

/** An amount: "12.25", "1,200.00 €", "€ 200". */
const AMOUNT = /^(\p{Sc}\s?)?-?\d[\d.,' ]*[.,]\d{1,2}(\s?\p{Sc})?$|^(\p{Sc}\s?-?\d[\d.,' ]*|-?\d[\d.,' ]*\s?\p{Sc})$/u;
const VERSION = /^\d+(\.\d+){2,}$/;
export const isAmount = (text: string): boolean => AMOUNT.test(text) && !VERSION.test(text);

/** How long ago, or in how long: other words by the next look. */
const SINCE = /^(just now|now|today|yesterday|tomorrow|gerade eben|heute|gestern|hier|ayer)$|\b(ago|from now)$|^(vor|il y a|hace|há) (\d|ein|une?|uma?)/i;
const MOST_SINCE = 40;
export const isSince = (text: string): boolean => text.length <= MOST_SINCE && SINCE.test(text);

/** A count, or where it is the first thing that the row says, the number that the app gave to the record. */
export const isCount = (text: string): boolean => /^\d{1,3}$/.test(text);

/** What an app has made to tell its records apart, which nobody says: a UUID, a long number in hex, and either cut short. */
const MADE_ID = /^(?=.*\d)(\p{Hex}{8}(-\p{Hex}{4}){3}-\p{Hex}{12}|\p{Hex}{16,}|\p{Hex}{4,}(\.{2,}|…)\p{Hex}*)$/iu;

/** What names a row only where nothing else does. */
export const isWeak = (text: string): boolean =>
  MADE_ID.test(text) || MEASURE.test(text) || isAmount(text) || isCount(text) || isSince(text) || isDayInWords(text);
