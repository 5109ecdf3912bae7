// Which fields are masked: what they hold is a secret, in pictures as in words.

import { isField, isOfDrawnList, isOwn, labelOf } from './aria';
import { kept } from './memo';

const ONCE_PASSWORD = new WeakSet<Element>();
const SECRET_WORDS =
  /pass(word|code|phrase)|passw|kennwort|contrase|mot.?de.?passe|\botp\b|one.?time(?!zone)|2fa|mfa(?!x|st)|totp(?=\b|code|token|secret)|verification.?code|security.?code|\bcv[vc]2?\b|\bcsc\b|\bpin\b|\btan\b|secret(?!ary|ari|ion)/i;
/** Between the words of a name written together: `oneTimeCode`. */
const HUMP = /(?<=[a-z\d])(?=[A-Z])/g;
const SECRET_AUTOCOMPLETE = /current-password|new-password|one-time-code|cc-number|cc-csc/;

/** From now on this field's value is a secret, in pictures as in words. */
export function conceal(element: Element): void {
  ONCE_PASSWORD.add(element);
  if (element instanceof HTMLElement) element.style.setProperty('-webkit-text-security', 'disc');
}

const isDots = (style: CSSStyleDeclaration): boolean => !['', 'none'].includes(style.getPropertyValue('-webkit-text-security'));
/** Shown as dots by its own style: concealed for another of our worlds, or by an app that hides it so. */
const isVeiled = (element: HTMLElement): boolean => element.hasAttribute('style') && isDots(element.style);

/** A password, one-time code or card field: its value must never leave the page. */
export function isMasked(element: Element): boolean {
  if (!isField(element) || element instanceof HTMLSelectElement) return false;
  if (element.type === 'password' || ONCE_PASSWORD.has(element) || isVeiled(element)) {
    // A "show password" button turns the field into plain text; it stays a secret.
    ONCE_PASSWORD.add(element);
    return true;
  }
  return asksForSecret(element).answer;
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** Whether its looks or the words with it say so; it is asked of each field again and again. */
const asksForSecret = kept((field) => ({ answer: speaksOf(field as Typed) }), isOwn);

function speaksOf(element: Typed): boolean {
  if (['checkbox', 'radio', 'button', 'submit', 'file', 'date'].includes(element.type)) return false;
  if (isDots(getComputedStyle(element))) {
    ONCE_PASSWORD.add(element);
    return true;
  }
  // Where one looks through a list, nobody types a new password: apps say so to keep browsers from suggesting.
  const looksUp =
    element.type === 'search' || ['combobox', 'searchbox'].includes(element.getAttribute('role') ?? '') || isOfDrawnList(element);
  if (SECRET_AUTOCOMPLETE.test(element.autocomplete) && !(looksUp && element.autocomplete === 'new-password')) return true;
  // What a random id spells by chance ("…-2fa7-…") says nothing.
  const ids = `${element.name} ${element.id}`.replace(/[0-9a-f-]{12,}/gi, ' ');
  return speaksOfSecret([ids, labelOf(element) ?? '', element.placeholder].join(' '));
}

const spoken = new Map<string, boolean>();

/** Kept by the words: every look at a form asks it of each field, and of the same words. */
function speaksOfSecret(words: string): boolean {
  let speaks = spoken.get(words);
  if (speaks === undefined) {
    speaks = SECRET_WORDS.test(words.replace(/[_-]+/g, ' ').replace(HUMP, ' ')) || SECRET_WORDS.test(words);
    if (spoken.size >= MOST_SPOKEN) spoken.clear();
    spoken.set(words, speaks);
  }
  return speaks;
}

const MOST_SPOKEN = 500;
