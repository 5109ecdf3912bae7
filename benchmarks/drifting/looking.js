// Evaluated in the product's isolated world after its own script: what the harness asks there beyond the product.
// Called with the product's selector engine.
((selector) => {
  const pathOf = (element) => {
    const path = [];
    for (let at = element; at && at.parentElement; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
    return path;
  };
  const at = (path) => path.reduce((element, index) => element.children[index], document.documentElement);
  const encoded = (spec) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ locator: spec }))));
  handrail.describeAt = (path) => handrail.describe(at(path));
  handrail.pathsOf = (spec) => selector.queryAll(document, encoded(spec)).map(pathOf);
})
