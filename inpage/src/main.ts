// The door: what Python calls in the page's isolated world is a property of `globalThis.handrail`.

import './page/prototypes';
import { asked } from './asked';

declare global {
  // eslint-disable-next-line no-var
  var handrail: unknown;
}

globalThis.handrail ??= asked;
