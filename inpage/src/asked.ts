// What Python asks of a page, of a run as of a recording.

import { aim, struck } from './aim';
import { aside } from './aside';
import { passedOver } from './passing';
import { listedAt } from './alike';
import { conceal } from './aria';
import { calendar } from './calendar';
import { calendarEntry } from './choices';
import { describe } from './describe';
import { alone, changed } from './engine';
import { described, gather, mark, unmark } from './gather';
import { kept } from './kept';
import { locate } from './locate';
import { change, look } from './look';
import { messages } from './messages';
import { describedAt, pointed } from './pick';
import { read } from './read';
import { scrolling } from './scrolling';
import { seeking } from './seeking';
import { choose, put } from './setting';
import { pause } from './timers';
import { arrived, came, keep, selected, shutOut } from './typing';
import type { LocatorSpec } from './types';
import { unveil, veil } from './veil';
import { calendarYears } from './years';

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
