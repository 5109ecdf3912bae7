// Capturing a person's trusted input and telling it, event by event, to the recorder outside.

import { captureFields, captureSubmit } from './capture-fields';
import { captureClipboard, captureKeys } from './capture-keys';
import { captureDrag, capturePointer } from './capture-pointer';
import { captureScroll } from './capture-scroll';
import { noteShown, watchHover } from './hover';
import { watchDocument, watchFrame } from './settle';
import { noteAlerts } from './state';
import { tell } from './tell';
import { onChange, watch } from './watch';

/** Listens from now on, in this document. */
export function capture(): void {
  watch();
  onChange(noteShown);
  onChange(noteAlerts);
  if (window === window.top) watchDocument(tell);
  else watchFrame(tell);
  capturePointer();
  captureDrag();
  captureKeys();
  captureFields();
  captureScroll();
  captureClipboard();
  captureSubmit();
  watchHover();
}
