// The mutations of a page, in the page's own world. The product looks from a world of its own: it shares the
// document with this script but none of its variables, so it cannot know which elements are meant.
// Every choice comes from a seed, so that the same page, seed and mutation give the same document.
(words) => {
  const CONTROL =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=tab],[role=menuitem],' +
    '[role=checkbox],[role=switch],[role=combobox],[role=option],[role=textbox]';
  const GROUP = 'li,p,tr,fieldset,[class*=group],[class*=field],[class*=row],[class*=col]';
  const CONTEXT = 'tr,li,fieldset,form,section,article,dialog,[class*=card],[class*=panel],[class*=box],nav,aside,header,footer';
  const fold = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  const random = (seed) => {
    let state = 2166136261;
    for (const char of seed) state = Math.imul(state ^ char.codePointAt(0), 16777619);
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  };
  const oneOf = (list, rng) => list[Math.floor(rng() * list.length)];
  const shuffled = (list, rng) => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = Math.floor(rng() * (i + 1));
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  };

  const isVisible = (element) => {
    if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && box.right > 0 && box.bottom > 0;
  };
  const isField = (element) => /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && !isButton(element);
  const isButton = (element) =>
    element.tagName === 'BUTTON' || (element.tagName === 'INPUT' && /^(submit|button|reset|image)$/.test(element.type));
  const kindOf = (element) => {
    const role = element.getAttribute('role');
    if (element.closest('tr,[role=row]') && element.closest('td,[role=cell],[role=gridcell]')) return 'in a row';
    if (role === 'tab') return 'tab';
    if (role === 'menuitem' || element.closest('nav,[role=menu],[role=navigation],[class*=menu],[class*=sidebar]')) return 'menu';
    if (element.tagName === 'SELECT') return 'select';
    if (element.tagName === 'INPUT' && /^(checkbox|radio)$/.test(element.type)) return 'checkbox';
    if (isField(element)) return 'field';
    return isButton(element) || role === 'button' || element.tagName === 'SUMMARY' ? 'button' : 'link';
  };

  /** Where the words stand that a person knows the element by: text nodes and attributes. */
  const wordPlaces = (element) => {
    const places = [];
    const attribute = (owner, name) => {
      if (fold(owner.getAttribute(name))) {
        places.push({ get: () => owner.getAttribute(name), set: (text) => owner.setAttribute(name, text) });
      }
    };
    const texts = (owner) => {
      const walker = document.createTreeWalker(owner, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!fold(node.data) || node.parentElement.closest('select,style')) continue;
        places.push({ get: () => node.data, set: (text) => (node.data = text) });
      }
      for (const image of owner.querySelectorAll('img[alt]')) attribute(image, 'alt');
    };
    for (const name of ['aria-label', 'title', 'placeholder']) attribute(element, name);
    if (isButton(element) && element.tagName === 'INPUT') attribute(element, 'value');
    if (isField(element)) [...(element.labels ?? [])].forEach(texts);
    else texts(element);
    for (const id of fold(element.getAttribute('aria-labelledby')).split(' ')) {
      const owner = id && document.getElementById(id);
      if (owner) texts(owner);
    }
    return places;
  };
  const nameOf = (element) => fold(wordPlaces(element).map((place) => place.get()).join(' '));
  /** Puts other words wherever the element's name stands; says how many of the places are different now. */
  const rewordPlaces = (places, change) => {
    let changed = 0;
    for (const place of places) {
      const [, before, core, after] = /^([\s*:]*)([^]*?)([\s*:?…!.]*)$/.exec(place.get());
      const other = core && change(fold(core));
      if (!other || other === core) continue;
      place.set(before + other + after);
      changed++;
    }
    return changed;
  };
  const reword = (element, change) => rewordPlaces(wordPlaces(element), change) > 0;
  /** The same, but all of the name must be other: what keeps a part of its name may still be called the same. */
  const rewordAll = (element, change) => {
    const places = wordPlaces(element);
    return places.length > 0 && rewordPlaces(places, change) === places.length;
  };
  const caseLike = (model, text) =>
    text === '' ? '' : model === model.toUpperCase() && model.length > 1
      ? text.toUpperCase()
      : /^\p{Lu}/u.test(model) ? text[0].toUpperCase() + text.slice(1) : text;
  const vocabulary = Object.keys(words).sort((a, b) => b.length - a.length);
  const escaped = vocabulary.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const known = new RegExp(`(?<![\\p{L}-])(${escaped.join('|')})(?![\\p{L}-])`, 'giu');
  const lookUp = (text, entry) => text.replace(known, (word) => caseLike(word, entry(words[word.toLowerCase()])));

  const renamer = (rng, element) => (text) => {
    if (text.length > 60 || !/\p{L}{2}/u.test(text)) return null;
    const other = lookUp(text, (entry) => oneOf(entry.synonyms, rng));
    if (other !== text) return other;
    if (text.length > 30 || /\d/.test(text)) return null;
    if (isField(element)) return oneOf([`Your ${text}`, `${text} (required)`, `Enter ${text}`], rng);
    if (isButton(element)) return oneOf([`${text} now`, `${text}…`], rng);
    return oneOf([`Go to ${text}`, `${text} page`, `${text} section`], rng);
  };
  const translator = (language) => (text) => {
    if (text.length > 60) return null;
    const other = lookUp(text, (entry) => entry[language]);
    // A name of which less than half can be translated is no test of a translated page.
    const left = fold(text.replace(known, ' ')).replace(/[^\p{L}]/gu, '').length;
    return other !== text && left <= text.length / 2 ? other : null;
  };
  const DISTRACTIONS = {
    button: ['X as draft', 'X as template', 'X all', 'Cancel X', 'Undo X', 'X later', 'Delete'],
    link: ['X history', 'Archived X', 'Old X', 'X (beta)', 'Delete X', 'X for guests'],
    field: ['Confirm X', 'Previous X', 'Alternative X', 'Billing X', 'X of partner'],
    checkbox: ['Do not X', 'X (old)', 'X for all', 'Never X'],
  };
  /** Words that name another thing: the opposite, or the same word with a qualifier that changes its meaning. */
  const distraction = (rng, element) => {
    const kind = isButton(element) ? 'button' : isField(element) ? (/^(checkbox|radio)$/.test(element.type) ? 'checkbox' : 'field') : 'link';
    const pattern = oneOf(DISTRACTIONS[kind], rng);
    const opposite = rng() < 0.4;
    return (text) => {
      if (text.length > 50 || !/\p{L}{2}/u.test(text)) return null;
      if (opposite) {
        const other = lookUp(text, (entry) => entry.opposite ?? '');
        if (other !== text && fold(other).length > 2 && !/\s{2}|^\s|\s$/.test(other)) return other;
      }
      return pattern.replace('X', pattern.startsWith('X') ? text : text[0].toLowerCase() + text.slice(1));
    };
  };

  let targets = [];
  let undoing = [];
  const changing = (undo) => undoing.push(undo);
  const insert = (node, parent, before) => {
    parent.insertBefore(node, before);
    changing(() => node.remove());
  };
  const take = (node) => {
    const mark = document.createTextNode('');
    node.replaceWith(mark);
    changing(() => mark.replaceWith(node));
  };

  const contextOf = (element) => fold((element.parentElement?.closest(CONTEXT) ?? document.body).textContent);
  const isReal = (href) => href !== null && !/^(#|javascript:|$)/.test(href);
  /** Two controls that do the same, or that no person could tell apart by what stands in and around them. */
  const areTwins = (a, b) =>
    a.name === b.name && a.element.tagName === b.element.tagName && a.element.type === b.element.type &&
    ((isReal(a.href) && a.href === b.href) || a.context === b.context);
  const facts = (element) => ({
    element, name: nameOf(element).toLowerCase(), kind: kindOf(element), href: element.getAttribute('href'), context: contextOf(element),
  });

  /** Chooses the elements that are meant: of all kinds, seen, named, and without a twin. */
  const pick = (seed, count) => {
    const rng = random(`${seed}/pick`);
    const all = [...document.querySelectorAll(CONTROL)].filter((e) => isVisible(e) && !e.matches(':disabled')).map(facts);
    const clear = all.filter((one) => one.name && one.name.length <= 80 && !all.some((other) => other !== one && areTwins(one, other)));
    const kinds = new Map();
    for (const one of shuffled(clear, rng)) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
    targets = [];
    while (targets.length < count && [...kinds.values()].some((list) => list.length)) {
      for (const list of kinds.values()) if (targets.length < count && list.length) targets.push(list.pop());
    }
    return targets.map(({ element, kind }) => ({ path: pathOf(element), kind }));
  };
  const pathOf = (element) => {
    if (!element?.isConnected) return null;
    const path = [];
    for (let at = element; at.parentElement; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
    return path;
  };

  const others = () => [...document.querySelectorAll(CONTROL)].filter((e) => !targets.some((t) => t.element === e));
  const renameAll = (rng) => {
    // Nothing gets a name that a target had: who then clicks what is called so is not wrong.
    const taken = new Set(targets.map(({ name }) => name));
    const free = (change) => (text) => {
      const other = change(text);
      return other && !taken.has(fold(other).toLowerCase()) ? other : null;
    };
    for (const element of others()) if (rng() < 0.3) reword(element, free(renamer(rng, element)));
    return targets.map(({ element, name }) => (reword(element, free(renamer(rng, element))) || nameOf(element).toLowerCase() !== name));
  };
  const translateAll = (rng) => {
    const change = translator(oneOf(['de', 'es', 'fr'], rng));
    for (const element of [...others(), ...document.querySelectorAll('h1,h2,h3,h4,h5,h6,legend,th')]) {
      if (!element.querySelector(CONTROL)) reword(element, change);
    }
    return targets.map(({ element, name }) => reword(element, change) || nameOf(element).toLowerCase() !== name);
  };
  const always = (mutate) => (rng) => {
    mutate(rng);
    return targets.map(() => true);
  };
  const restyle = (rng) => {
    const style = document.createElement('style');
    const size = oneOf([80, 115, 135, 150], rng);
    style.textContent = `
      html { font-size: ${size}% !important }
      body { font-family: ${oneOf(['Georgia, serif', 'monospace', 'Verdana, sans-serif'], rng)} !important; letter-spacing: ${oneOf([0, 0.5, 1], rng)}px; background: ${oneOf(['#111', '#fdf6e3', '#eef'], rng)} !important }
      button, input, select, textarea, a { padding: ${oneOf([2, 8, 14], rng)}px !important; border-radius: ${oneOf([0, 12, 30], rng)}px !important; font-size: ${size}% !important; color: ${oneOf(['#c33', '#080', '#06c'], rng)} !important }
      li, tr, p, form > div { margin-bottom: ${oneOf([0, 6, 18], rng)}px !important }
      body { padding: ${oneOf([0, 40, 90], rng)}px !important }`;
    insert(style, document.head, null);
  };
  const wrapOne = (element, rng) => {
    if (/^(LI|TR|TD|TH|TBODY|OPTION|DT|DD|SUMMARY)$/.test(element.tagName) || /^(UL|OL|TR|SELECT)$/.test(element.parentElement.tagName)) return;
    for (let depth = 1 + Math.floor(rng() * 3); depth > 0; depth--) {
      const wrapper = document.createElement(oneOf(['div', 'span', 'div'], rng));
      wrapper.className = `w${Math.floor(rng() * 1e4)}`;
      wrapper.style.display = 'inline-block';
      element.replaceWith(wrapper);
      wrapper.append(element);
    }
  };
  const wrap = (rng) => {
    for (const { element } of targets) wrapOne(element, rng);
    for (const element of others()) if (rng() < 0.2) wrapOne(element, rng);
  };
  /** Moves the element's group into a new box at the other end of its form, section or list. */
  const renest = (rng) => {
    for (const { element } of targets) {
      const group = element.parentElement.closest(GROUP) ?? element;
      if (group.matches('tr,td,th') || group.closest('table') || group === document.body) continue;
      if (group.matches('li')) {
        const nested = document.createElement('li');
        const list = document.createElement(group.parentElement.tagName === 'OL' ? 'ol' : 'ul');
        group.replaceWith(nested);
        nested.append(list);
        list.append(group);
        continue;
      }
      const home = group.parentElement.closest('form,section,article,main,[class*=content],[class*=body]') ?? group.parentElement;
      if (home.contains(group) && group.querySelectorAll(CONTROL).length <= 6) {
        const box = document.createElement('section');
        const inner = document.createElement('div');
        box.append(inner);
        home.insertBefore(box, rng() < 0.5 ? home.firstChild : null);
        inner.append(group);
      }
    }
  };
  /** Shuffles the items of lists, tables, forms and rows of controls. */
  const reorder = (rng) => {
    for (const parent of document.querySelectorAll('ul,ol,tbody,form,fieldset,nav,[class*=row],[class*=list],[class*=body]')) {
      const items = [...parent.children].filter((child) => child.querySelector(CONTROL) || child.matches(CONTROL));
      const alike = items.length > 1 && items.every((item) => item.tagName === items[0].tagName) && !items[0].matches('input,label,th,td');
      if (!alike) continue;
      const places = items.map((item) => {
        const place = document.createTextNode('');
        item.replaceWith(place);
        return place;
      });
      shuffled(items, rng).forEach((item, index) => places[index].replaceWith(item));
    }
  };
  /** Other ids, classes, field names and test ids, consistently: labels, anchors and styles follow. */
  const churn = (rng) => {
    const maps = { id: new Map(), class: new Map(), name: new Map() };
    const token = () => oneOf('abcdefghkmnpqrstuvwxyz', rng) + Math.floor(rng() * 36 ** 5).toString(36);
    const renewed = (kind, old) => {
      if (!maps[kind].has(old)) maps[kind].set(old, token());
      return maps[kind].get(old);
    };
    for (const element of document.querySelectorAll('*')) {
      if (element.closest('svg') && element.tagName !== 'svg') continue;
      if (element.id) element.id = renewed('id', element.id);
      if (element.classList.length) element.setAttribute('class', [...element.classList].map((c) => renewed('class', c)).join(' '));
      const name = element.getAttribute('name');
      if (name) element.setAttribute('name', renewed('name', name));
      for (const { name: key } of [...element.attributes]) if (/^data-(test|qa|cy)/.test(key)) element.setAttribute(key, token());
    }
    const follow = (old) => maps.id.get(old) ?? old;
    for (const key of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'list', 'form', 'headers']) {
      for (const element of document.querySelectorAll(`[${key}]`)) {
        element.setAttribute(key, element.getAttribute(key).split(/\s+/).map(follow).join(' '));
      }
    }
    for (const link of document.querySelectorAll('a[href^="#"]')) link.setAttribute('href', '#' + follow(link.getAttribute('href').slice(1)));
    for (const style of document.querySelectorAll('style')) {
      style.textContent = style.textContent
        .replace(/\.(-?[_a-zA-Z][\w-]*)(?=[^{}]*\{)/g, (whole, name) => (maps.class.has(name) ? `.${maps.class.get(name)}` : whole))
        .replace(/#([a-zA-Z][\w-]*)(?=[^{}]*\{)/g, (whole, name) => (maps.id.has(name) ? `#${maps.id.get(name)}` : whole));
    }
  };
  /** The same words in other letters: a new style guide. */
  const respell = (rng) => {
    const style = oneOf([
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
    ], rng);
    for (const element of document.querySelectorAll(CONTROL)) reword(element, (text) => (text.length > 60 ? null : style(text)));
  };
  /** Other addresses for the same pages: another folder, another ending, another word. */
  const readdress = (rng) => {
    const [folder, ending, word] = [oneOf(['/app/', '../pages/', '/v2/main/'], rng), oneOf(['', '.html', '/'], rng), oneOf(['', '-list', '_view'], rng)];
    const renew = (href) => {
      const [, path, rest] = /^([^?#]*)(.*)$/.exec(href);
      const parts = path.replace(/^\w+:\/\/[^/]*/, '').split('/').filter((part) => part && !/^\.+$/.test(part));
      const last = (parts.pop() ?? 'home').replace(/\.\w+$/, '');
      return folder + [...parts.slice(-1), last + word].join('/') + ending + rest;
    };
    for (const link of document.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href');
      if (isReal(href)) link.setAttribute('href', renew(href));
    }
  };
  /** Labels that are tied to their fields no longer are, and placeholders become names: both happen between versions. */
  const relabel = (rng) => {
    for (const label of document.querySelectorAll('label')) {
      if (rng() < 0.2) continue;
      const field = label.control;
      label.removeAttribute('for');
      if (!field || !label.contains(field)) continue;
      if (/^(checkbox|radio)$/.test(field.type)) label.before(field);
      else label.after(field);
    }
    for (const field of document.querySelectorAll('input,textarea,select')) {
      const [name, placeholder] = [field.getAttribute('aria-label'), field.getAttribute('placeholder')];
      field.removeAttribute('aria-label');
      field.removeAttribute('placeholder');
      if (placeholder && rng() < 0.5) field.setAttribute('aria-label', placeholder);
      else if (name ?? placeholder) field.setAttribute('placeholder', name ?? placeholder);
      else if (!field.labels?.length && rng() < 0.7) {
        const words = fold(field.closest('tr')?.querySelector('th')?.textContent);
        if (words) field.setAttribute('aria-label', words);
      }
    }
  };
  /** Headings are other elements with other words, and parts of the page get a name or lose it. */
  const retitle = (rng) => {
    const more = oneOf([(text) => `${text} overview`, (text) => `Your ${text.toLowerCase()}`, (text) => `${text}: details`], rng);
    for (const heading of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
      if (heading.querySelector(CONTROL) || heading.closest('a,button')) continue;
      rewordPlaces(wordPlaces(heading), more);
      if (rng() < 0.3) {
        const plain = document.createElement('div');
        plain.append(...heading.childNodes);
        heading.replaceWith(plain);
      }
    }
    for (const part of document.querySelectorAll('nav,aside,section,form,ul')) {
      if (part.hasAttribute('aria-label')) part.removeAttribute('aria-label');
      else if (/^(NAV|ASIDE)$/.test(part.tagName)) part.setAttribute('aria-label', oneOf(['Main menu', 'Site navigation', 'Tools'], rng));
    }
  };
  const redesign = (rng) => [churn, wrap, reorder, restyle].forEach((mutate) => mutate(rng));

  const PAGE_WIDE = {
    rename: renameAll, translate: translateAll, restyle: always(restyle), wrap: always(wrap), renest: always(renest),
    reorder: always(reorder), churn: always(churn), redesign: always(redesign), respell: always(respell),
    readdress: always(readdress), relabel: always(relabel), retitle: always(retitle),
  };

  /** The smallest part of the page that holds the element with its label and no other control. */
  const unitOf = (element) => {
    let unit = element;
    const own = (part) => [...part.querySelectorAll(CONTROL)].every((e) => e === element || element.contains(e));
    while (unit.parentElement && unit.parentElement !== document.body && own(unit.parentElement) && !unit.matches('li,tr,td,p')) {
      unit = unit.parentElement;
      if (isField(element) && [...(element.labels ?? [])].some((label) => unit.contains(label))) break;
      if (!isField(element) && unit.tagName !== 'LI') { unit = element; break; }
    }
    return unit;
  };
  const labelsOutside = (element, unit) => [...(element.labels ?? [])].filter((label) => !unit.contains(label) && !label.contains(unit));
  /** A copy of the element's unit with other ids, names and addresses; its words are still the same. */
  const copyOf = (element, unit, rng) => {
    const copy = unit.cloneNode(true);
    const mine = unit === element ? copy : copy.querySelectorAll(CONTROL)[[...unit.querySelectorAll(CONTROL)].indexOf(element)];
    const suffix = `-${Math.floor(rng() * 900 + 100)}`;
    for (const part of [copy, ...copy.querySelectorAll('*')]) {
      for (const key of ['id', 'for', 'name', 'data-testid', 'data-test', 'aria-labelledby', 'aria-controls']) {
        if (part.hasAttribute(key)) part.setAttribute(key, part.getAttribute(key) + suffix);
      }
      const href = part.getAttribute('href');
      if (href) part.setAttribute('href', isReal(href) ? href.replace(/(\.\w+)?([?#].*)?$/, `${suffix}$1$2`) : `#x${suffix}`);
    }
    const labels = labelsOutside(element, unit).map((label) => label.cloneNode(true));
    if (labels.length && !mine.id) mine.id = `x${suffix}`;
    for (const label of labels) label.setAttribute('for', mine.id);
    return { copy, mine, labels };
  };
  const placeCopy = ({ copy, labels }, parent, before) => {
    for (const label of labels) insert(label, parent, before);
    insert(copy, parent, before);
  };
  /** Adds something that resembles the element beside it; false where it has no words that could differ. */
  const distract = (element, rng) => {
    const unit = unitOf(element);
    const made = copyOf(element, unit, rng);
    placeCopy(made, unit.parentElement, rng() < 0.5 ? unit : unit.nextSibling);
    return rewordAll(made.mine, distraction(rng, made.mine));
  };
  /** Adds the same control, with the same words, in another part of the page, under a heading of its own. */
  const repeatElsewhere = (element, rng) => {
    const made = copyOf(element, unitOf(element), rng);
    const box = document.createElement('section');
    const title = oneOf(['Archive', 'Newsletter', 'Feedback', 'Recently deleted', 'Other account'], rng);
    box.setAttribute('aria-label', title);
    box.innerHTML = `<h2>${title}</h2><div></div>`;
    if (made.copy.matches('tr,td')) return false;
    placeCopy(made, box.lastElementChild, null);
    insert(box, document.querySelector('main') ?? document.body, rng() < 0.5 ? null : (document.querySelector('main') ?? document.body).firstChild);
    return true;
  };
  const drop = (element, rng) => {
    const row = element.closest('tr,[role=row]');
    if (row && row.parentElement.children.length > 2 && rng() < 0.5) return take(row);
    const unit = unitOf(element);
    labelsOutside(element, unit).forEach(take);
    take(unit);
  };
  const ONE_BY_ONE = {
    'look-alike': (element, rng) => (rng() < 0.6 ? distract(element, rng) : repeatElsewhere(element, rng)),
    removed: (element, rng) => {
      drop(element, rng);
      return true;
    },
    'removed, look-alike left': (element, rng) => {
      const done = distract(element, rng);
      const unit = unitOf(element);
      labelsOutside(element, unit).forEach(take);
      take(unit);
      return done;
    },
  };

  globalThis.handrailDrift = {
    pick,
    /** Changes the whole page; says of each target whether the change touches it. */
    mutate: (kind, seed) => PAGE_WIDE[kind](random(`${seed}/${kind}`)),
    /** Changes the page for one target; false where that is not possible. */
    mutateFor: (kind, index, seed) => ONE_BY_ONE[kind](targets[index].element, random(`${seed}/${kind}/${index}`)),
    undo: () => {
      while (undoing.length) undoing.pop()();
    },
    /** Where the target is now; null where it is gone. */
    path: (index) => pathOf(targets[index].element),
    seen: (index) => isVisible(targets[index].element),
  };
}
