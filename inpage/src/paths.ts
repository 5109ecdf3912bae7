// Paths of tags and positions.

function countLike(element: Element): number {
  let count = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) {
    if (at.tagName === element.tagName) count++;
  }
  return count;
}

function likeAfter(element: Element): boolean {
  for (let at = element.nextElementSibling; at; at = at.nextElementSibling) {
    if (at.tagName === element.tagName) return true;
  }
  return false;
}

export const step = (element: Element): string => {
  const before = countLike(element);
  const tag = element.tagName.toLowerCase();
  return before > 0 || likeAfter(element) ? `${tag}:nth-of-type(${before + 1})` : tag;
};

/** The path of tags and positions from an ancestor on. */
export function pathFrom(ancestor: Element, element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at && at !== ancestor; at = at.parentElement) parts.unshift(step(at));
  return parts.join(' > ');
}
