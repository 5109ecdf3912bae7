// Names that were given by people, and those that builders make: what tells a button that shows nothing but an icon.

import { queryAll } from './dom';
import type { LocatorSpec } from './types';

// Ids and classes that builders and frameworks make anew: long digits or hashes, React's `:r1:`, `«r1»` and `_r_1_`
// (alone or in a longer id), numbers in the order of drawing, and the like. A framework's name is a word of its own: "members"
// holds "ember", and "misc-options" "sc-".
export const CHURNING =
  /\d{3,}|_\d+-|[0-9a-f]{8,}|^:|[:«][rR][0-9a-z]+[:»]|(^|[^A-Za-z0-9])_[rR]_[0-9a-z]*_|(^|[^A-Za-z])(ember|react|radix|headlessui|mui|mat|cdk|css|sc|svelte)(?=[-_:\d]|$)|^tippy-|^ui-id-|^rc[-_]|__[A-Za-z0-9]{5,}$|(?=[a-z0-9]*\d[a-z]+\d)[a-z0-9]{16,}/;

/** What hardly any word of any language holds. */
const UNSPOKEN = /q(?!u)|[vjx][bcdfghjkmnpqtvwxz]|[bcdfghjklmnpqrstvwxz]{4}/i;

/** How long the words and numbers of a part are on average, at least, where a person made it: "address2line1". */
const SHORTEST_WORDS = 3;

/** Letters and digits as by chance, in the part of an id between two other signs: "nrn3shy14", "9u4rovfcq", "V1StGXR8". */
function isRandom(part: string): boolean {
  if (part.length < 7) return false;
  const words = part.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const numbers = words.filter((word) => /\d/.test(word)).length;
  if (numbers >= 2 && part.length >= 8 && part.length / words.length < SHORTEST_WORDS) return true;
  return /\d[A-Za-z]/.test(part) && words.some((word) => UNSPOKEN.test(word));
}

/** What may be by chance, though it holds no sign of that by itself: "ofkzjungh". */
const isStrange = (part: string): boolean => part.length >= 7 && (/\d/.test(part) || UNSPOKEN.test(part));

const LIKE = 50;

/** Whether others in the page have letters and digits by chance in the place of this part, as many of them. */
function isAmongRandom(id: string, part: string): boolean {
  const before = id.slice(0, id.indexOf(part));
  if (!isStrange(part) || !/[a-z][^A-Za-z0-9]$/i.test(before)) return false;
  return queryAll(`[id^="${CSS.escape(before)}"]`).slice(0, LIKE).some((like) => {
    const [other] = like.id.slice(before.length).split(/[^A-Za-z0-9]/);
    return other !== part && other?.length === part.length && isRandom(other);
  });
}

/** Whether an id looks as if it were made anew each time. */
export function isPassingId(id: string): boolean {
  if (CHURNING.test(id)) return true;
  const parts = id.split(/[^A-Za-z0-9]+/);
  return parts.some(isRandom) || parts.some((part) => isAmongRandom(id, part));
}

/** Whether an id or a class looks as if it were made anew each time. */
export const isChurning = (name: string): boolean => CHURNING.test(name);

const ICONS = '[data-icon],[data-testid],use,i[class],svg[class],span[class]';
const ICON_CLASS = /^(fa|mdi|pi|bi|ri|ti|icon|glyphicon|lucide|codicon|tabler-icon)-(?!lg|sm|xs|fw|spin|\dx)[a-z][a-z-]*$/;

/** What tells a button without any words: the icon that it shows. */
export function iconLocator(element: Element): LocatorSpec | null {
  for (const icon of element.querySelectorAll(ICONS)) {
    const own = iconSelector(icon);
    if (own) return { by: 'css', css: `${element.tagName.toLowerCase()}:has(${own})` };
  }
  return null;
}

function iconSelector(icon: Element): string | null {
  for (const attribute of ['data-icon', 'data-testid', 'href', 'xlink:href']) {
    const value = attribute.endsWith('href') && icon.localName !== 'use' ? null : icon.getAttribute(attribute);
    if (value && value.length <= 60 && !CHURNING.test(value)) return `[${CSS.escape(attribute)}=${JSON.stringify(value)}]`;
  }
  const told = [...icon.classList].find((name) => ICON_CLASS.test(name));
  return told ? `.${CSS.escape(told)}` : null;
}
