// What the browser itself does not take: a form that it does not send, and says why at a field; and a date or a number that
// was typed in part, of which the page gets no value.

import { calledByPeople, refusedByBrowser } from '../locating/labels';
import { isField } from '../page/aria';
import { originOf } from '../page/dom';
import { clip } from '../page/text';
import { isMasked } from '../page/masked';
import { isFull, noteWithheld } from '../said/withheld';
import { targetOf } from './on';
import { on, tell } from './tell';

const called = (field: Element): string => calledByPeople(field) || 'a field';

export function captureWithheld(): void {
  // Where it asks of its own accord, a page that calls `checkValidity` hears the same.
  on('invalid', (event) => {
    const field = originOf(event);
    if (!(field instanceof Element) || !isField(field) || isFull()) return;
    const told = clip(isMasked(field) ? called(field) : refusedByBrowser(field), 200);
    // Some scripts make a field required for a moment, to ask whether anything is chosen in it.
    queueMicrotask(() => {
      if (!field.validity.valid) noteWithheld(told);
    });
  });
  on('blur', (event) => {
    const field = originOf(event);
    if (!(field instanceof HTMLInputElement) || !field.validity.badInput) return;
    const what = field.type === 'number' ? 'number' : 'date or time';
    tell(event, { kind: 'raw', what: `what was typed into '${called(field)}' is no whole ${what}, and left no value`, target: targetOf(field) });
  });
}
