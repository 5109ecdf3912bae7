// Evaluated in the product's isolated world after its own script: what the harness asks there beyond the product.
(() => {
  const pathOf = (element) => {
    const path = [];
    for (let at = element; at && at.parentElement; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
    return path;
  };
  const at = (path) => path.reduce((element, index) => element.children[index], document.documentElement);
  const encoded = (spec) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ locator: spec }))));
  handrail.describeAt = (path) => handrail.describe(at(path));
  handrail.pathsOf = (spec) => handrail.engine.queryAll(document, encoded(spec)).map(pathOf);
  const INTERACTIVE =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link],[role=checkbox],' +
    '[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem],[role=combobox],[role=textbox],[contenteditable=true]';
  const css = (path) =>
    path.reduce((so, index) => `${so} > :nth-child(${index + 1})`, 'html');
  handrail.gatherAll = async () => {
    const paths = [...document.querySelectorAll(INTERACTIVE)].map(pathOf);
    const locators = paths.map((path) => ({ by: 'css', css: css(path) }));
    const report = await handrail.look({ conditions: [], locators, strong: 0, timeout: 0, again: false });
    const seen = report.sighting.locators.map((hits) => hits.elements[0]);
    const kept = paths.map((path, index) => index).filter((index) => seen[index] !== undefined);
    return { paths: kept.map((i) => paths[i]), elements: kept.map((i) => report.sighting.elements[seen[i]]) };
  };
})()
