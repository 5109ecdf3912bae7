// Fields and forms: what they hold after an edit, and that they are sent.

import { isField, isMasked } from './aria';
import { sendFiles } from './capture-files';
import { editableRoot, targetOf } from './capture-on';
import { valueOf } from './describe';
import { textOf } from './dom';
import { on, tell } from './tell';
import { MASK, type TargetSpec } from './types';
import { noteValue } from './watch';

const known = new WeakMap<Element, { target: TargetSpec; value: string | null }>();

/** The field as it was when the person came to it: its name may change with its value. */
function fieldAt(element: Element): { target: TargetSpec; value: string | null } {
  let field = known.get(element);
  if (!field) {
    field = { target: targetOf(element), value: valueOf(element) };
    known.set(element, field);
  }
  return field;
}

export function captureFields(): void {
  on('focusin', (event) => {
    const element = event.composedPath()[0];
    if (element instanceof Element && (isField(element) || (element as HTMLElement).isContentEditable)) {
      known.delete(element);
      fieldAt(editableRoot(element));
    }
  });
  on('input', (event) => {
    const first = event.composedPath()[0];
    if (!(first instanceof Element)) return;
    const element = editableRoot(first);
    noteValue(element);
    if (element instanceof HTMLSelectElement) return changed(event, element);
    if (element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)) return;
    typed(event, element);
  });
  on('change', (event) => {
    const element = event.composedPath()[0];
    if (element instanceof HTMLInputElement) {
      if (['checkbox', 'radio'].includes(element.type)) {
        tell(event, { kind: 'check', target: targetOf(element), checked: element.checked });
      } else if (element.type === 'file') {
        void sendFiles(event, element, [...(element.files ?? [])]);
      } else if (['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'number'].includes(element.type)) {
        typed(event, element);
      }
    }
  });
}

function typed(event: Event, element: Element): void {
  const field = fieldAt(element);
  const masked = isMasked(element);
  const region = !isField(element);
  tell(event, {
    kind: 'input',
    target: field.target,
    value: masked ? MASK : region ? textOf(element) : (valueOf(element) ?? ''),
    before: masked ? null : field.value,
    masked,
    editable_region: region,
  });
}

function changed(event: Event, element: HTMLSelectElement): void {
  const chosen = [...element.selectedOptions];
  const field = fieldAt(element);
  const options = chosen.map((option) => option.label.trim());
  tell(event, {
    kind: 'select',
    target: field.target,
    options,
    values: chosen.map((option) => option.value),
    before: field.value ? [field.value] : [],
  });
}

export function captureSubmit(): void {
  on('submit', (event) => {
    const form = event.composedPath()[0];
    if (!(form instanceof HTMLFormElement)) return;
    const submitter = (event as SubmitEvent).submitter;
    tell(event, {
      kind: 'submitted',
      target: targetOf(form),
      method: (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase(),
      action: new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', document.baseURI).href,
    });
  });
}
