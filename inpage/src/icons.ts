// Names that were given by people, and those that builders make: what tells a button that shows nothing but an icon.

import type { LocatorSpec } from './types';

// Ids and classes that builders and frameworks make anew: long digits or hashes, React's `:r1:`, `«r1»` and `_r_1_`
// (alone or in a longer id), numbers in the order of drawing, and the like.
export const CHURNING =
  /\d{3,}|_\d+-|[0-9a-f]{8,}|^:|[:«][rR][0-9a-z]+[:»]|(^|[^A-Za-z0-9])_[rR]_[0-9a-z]*_|ember|react|radix|headlessui|mui-|mat-|cdk-|^rc[-_]|css-|sc-|svelte-|__[A-Za-z0-9]{5,}$|(?=[a-z0-9]*\d[a-z]+\d)[a-z0-9]{16,}/;

/** Short parts of letters and digits in turn, as random ids have: "nrn3shy14". */
const RANDOM = /(^|[^A-Za-z0-9])(?=[a-z0-9]{8,})(?:[a-z]{0,5}\d+){2,}[a-z]{0,5}(?![A-Za-z0-9])/;

/** Whether an id looks as if it were made anew each time. */
export const isPassingId = (id: string): boolean => CHURNING.test(id) || RANDOM.test(id);

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
