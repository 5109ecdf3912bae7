// What Python asks of a page, of a run as of a recording.

import { aim, struck } from './acting/aim';
import { aside } from './acting/aside';
import { kept } from './acting/kept';
import { change, look } from './acting/look';
import { passedOver } from './acting/passing';
import { read } from './acting/read';
import { scrolling } from './acting/scrolling';
import { seeking } from './acting/seeking';
import { choose, put } from './acting/setting';
import { arrived, came, keep, selected, shutOut } from './acting/typing';
import { unveil, veil } from './acting/veil';
import { calendar } from './calendars/calendar';
import { calendarEntry } from './calendars/choices';
import { calendarYears } from './calendars/years';
import { listedAt } from './locating/alike';
import { describe } from './locating/describe';
import { alone, changed } from './locating/engine';
import { described, gather, mark, unmark } from './locating/gather';
import { locate } from './locating/locate';
import { describedAt, pointed } from './locating/pick';
import { conceal } from './page/masked';
import { pause } from './page/timers';
import type { LocatorSpec } from './page/types';
import { messages } from './said/messages';

/** Conceals what the locator finds; says how many fields that are. */
function concealAll(spec: LocatorSpec): number {
  const found = locate(spec);
  found.forEach(conceal);
  return found.length;
}

export const asked = {
  look, change, pause, read, scrolling, seeking, gather, described, mark, unmark, describe,
  pointed, describedAt, listedAt, frameElement: alone, kept, messages, calendar, calendarYears, calendarEntry, conceal: concealAll,
  aim, aside, struck, passedOver, choose, put, selected, keep, arrived, came, shutOut, changed, veil, unveil,
};
