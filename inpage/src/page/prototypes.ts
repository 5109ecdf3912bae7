// A form's field hides a property of the form by its name (`<input name=matches>`), and some elements do so for the
// document: the build has these scripts read such properties under other names, which they get here. The pages, whose own
// world this is not, see nothing of that.

declare const HIDDEN_BY_FIELDS: string[];

/** All that have a property of such a name, and that these scripts have to do with. */
const HOLDERS = [
  ...[Node, Element, HTMLElement, SVGElement, MathMLElement, Attr, Text, Document, DocumentFragment, ShadowRoot],
  ...[DOMTokenList, MutationRecord, Range, TreeWalker],
];

for (const { prototype } of HOLDERS) {
  for (const name of HIDDEN_BY_FIELDS) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (property) Object.defineProperty(prototype, `$${name}`, property);
  }
}
