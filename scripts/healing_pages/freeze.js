// Turns the live page into one file that looks and reads the same without scripts, fonts, pictures and network.
// Called with the page's whole life behind it; answers with the document's HTML.
() => {
  const KEPT = /^(--|display|position|visibility|opacity|content|width|height|min-|max-|margin|padding|flex|grid|gap|row-gap|column|float|clear|font-size|font-weight|line-height|letter|overflow|top|right|bottom|left|inset|z-index|color|background-color|border|box-sizing|vertical-align|white-space|text-align|text-transform|text-decoration|text-indent|list-style|transform|align-|justify-|order|place-|table-layout|clip|cursor|pointer-events|resize|appearance|-webkit-appearance|direction)/;
  const matches = (selector) => {
    const plain = selector.replace(/::?(before|after|hover|focus|active|visited|focus-visible|focus-within|placeholder|selection|-[\w-]+)(\([^)]*\))?/g, '').trim();
    try {
      return plain === '' || /[>+~]$/.test(plain) || document.querySelector(plain) !== null;
    } catch {
      return false;
    }
  };
  const own = (rule) => {
    const kept = [];
    for (const name of rule.style) {
      const value = rule.style.getPropertyValue(name);
      if (!KEPT.test(name) || value.includes('url(') || value === '') continue;
      if (name.startsWith('--') && value.length > 60) continue;
      kept.push(`${name}:${value}${rule.style.getPropertyPriority(name) ? '!important' : ''}`);
    }
    return kept.join(';');
  };
  const used = (rules) => {
    let css = '';
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const selectors = rule.selectorText.split(/,(?![^(]*\))/).filter((s) => !/:(hover|active)/.test(s) && matches(s));
        const body = own(rule);
        if (selectors.length && body) css += `${selectors.join(',')}{${body}}\n`;
      } else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.conditionText).matches) css += used(rule.cssRules);
      } else if (rule instanceof CSSSupportsRule || rule instanceof CSSLayerBlockRule) {
        css += used(rule.cssRules);
      } else if (rule instanceof CSSImportRule && rule.styleSheet) {
        css += used(rule.styleSheet.cssRules);
      }
    }
    return css;
  };
  let css = '';
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      if (!sheet.disabled) css += used(sheet.cssRules);
    } catch {
      // A style sheet of another origin, which was not loaded.
    }
  }

  for (const field of document.querySelectorAll('input')) {
    if (['checkbox', 'radio'].includes(field.type)) field.toggleAttribute('checked', field.checked);
    else if (!['password', 'file'].includes(field.type) && field.value) field.setAttribute('value', field.value);
  }
  for (const option of document.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  for (const area of document.querySelectorAll('textarea')) area.textContent = area.value;
  for (const box of document.querySelectorAll('img,svg,canvas,iframe,video,object,embed')) {
    const { width, height } = box.getBoundingClientRect();
    if (width && height) box.setAttribute('style', `display:inline-block;width:${Math.round(width)}px;height:${Math.round(height)}px`);
    for (const name of ['src', 'srcset', 'poster', 'data', 'sizes', 'loading']) box.removeAttribute(name);
  }
  for (const svg of document.querySelectorAll('svg')) {
    for (const child of [...svg.children]) if (child.tagName !== 'title') child.remove();
  }
  document.querySelectorAll('script,noscript,link,style,template,base,meta,source,track').forEach((e) => e.remove());
  for (const frame of document.querySelectorAll('iframe,object,embed')) frame.replaceWith(document.createElement('div'));
  for (const select of document.querySelectorAll('select')) [...select.options].slice(40).forEach((o) => o.remove());

  const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  const comments = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  comments.forEach((comment) => comment.remove());
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on/.test(name)) element.setAttribute(name, '');
      else if (/^(integrity|crossorigin|nonce|ping)$/.test(name)) element.removeAttribute(name);
      else if (value.length > 300 && name !== 'class') element.removeAttribute(name);
      else if (name === 'style' && value.includes('url(')) element.setAttribute('style', value.replace(/url\([^)]*\)/g, 'none'));
    }
  }
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  const title = document.title;
  const lang = document.documentElement.lang;
  document.querySelectorAll('title').forEach((e) => !e.closest('svg') && e.remove());
  const head = `<meta charset="utf-8"><title>${title.replace(/[&<]/g, ' ')}</title>`;
  document.head.insertAdjacentHTML('afterbegin', head);
  if (lang) document.documentElement.lang = lang;
  const html = document.documentElement.getHTML
    ? document.documentElement.getHTML({ serializableShadowRoots: true })
    : document.documentElement.innerHTML;
  const attributes = [...document.documentElement.attributes].map((a) => ` ${a.name}="${a.value.replace(/"/g, '&quot;')}"`);
  return `<!DOCTYPE html>\n<html${attributes.join('')}>${html.replace(/[ \t]*\n\s*/g, '\n')}</html>\n`;
}
