// What a form writes behind each of its fields instead of before it, as labels do that float into their field.

import { holds, queryAll } from '../page/dom';
import { fold } from '../page/text';
import { isVisible } from '../page/visible';

const LONGEST = 60;

/** The texts of a box on both sides of the only field that it holds. */
function textsAround(field: Element, box: Element): { before: string; behind: string } {
  const texts = { before: '', behind: '' };
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement;
    if (!own || holds(field, own) || !isVisible(own)) continue;
    const side = field.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING ? 'behind' : 'before';
    texts[side] = fold(`${texts[side]} ${node.textContent ?? ''}`);
  }
  return texts;
}

const isCaption = (text: string): boolean => text.length <= LONGEST && /\p{L}/u.test(text);

function isWrittenBehind(field: Element, box: Element): string | null {
  const { before, behind } = textsAround(field, box);
  return before === '' && isCaption(behind) ? behind : null;
}

/**
 * The words behind a field in its box, where a box beside that has its own field's words behind it as well. A unit may
 * stand behind a field, too: its caption, then, is in a box of its own, or before the field. What stands behind boxes to
 * tick is told by `written.ts`.
 */
export function captionBehind(field: Element, box: Element, fields: string): string | null {
  const said = box === field || field.matches('[type=checkbox],[type=radio]') ? null : isWrittenBehind(field, box);
  if (said === null) return null;
  const madeAlike = [box.previousElementSibling, box.nextElementSibling].some((beside) => {
    const own = beside?.localName === box.localName ? queryAll(fields, beside).filter(isVisible) : [];
    return own.length === 1 && (isWrittenBehind(own[0]!, beside!) ?? said) !== said;
  });
  return madeAlike ? said : null;
}
