// Capturing a person's trusted input and telling it, event by event, to the recorder outside.

import { captureFields, captureSubmit } from './capture-fields';
import { captureClipboard, captureKeys } from './capture-keys';
import { captureDrag, capturePointer } from './capture-pointer';
import { captureScroll } from './capture-scroll';
import { endListening } from './capturing';
import { noteShown, watchHover } from './hover';
import { untellStates, watchDocument, watchFrame } from './settle';
import { noteAlerts } from './state';
import { forgetTold, tell } from './tell';
import { onChange, unwatch, watch } from './watch';

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

/** Listens no more: the document is as it would be if nobody had. */
export function release(): void {
  endListening();
  untellStates();
  unwatch();
  forgetTold();
}
