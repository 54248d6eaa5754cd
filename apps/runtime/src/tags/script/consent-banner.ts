import { CONSENT_ADDRESS } from '#libs/sites/tags';
import { BANNER_STYLE } from './banner-style.js';

/**
 * The part of the tags' script that asks. The banner lies in a shadow root before the content, so that a keyboard comes to it first; it
 * takes the focus only when a visitor opens it. Refusing is one press, with a button as large as the other.
 */
export const CONSENT_BANNER = String.raw`
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(BANNER_STYLE)});
  const SVG = 'http://www.w3.org/2000/svg';
  const SHIELD = 'M12 3l7 3v5c0 4.6-2.9 8.4-7 10-4.1-1.6-7-5.4-7-10V6zM9 12l2.2 2.2L15.4 10';
  const CROSS = 'M6 6l12 12M18 6L6 18';

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const icon = (path) => {
    const svg = document.createElementNS(SVG, 'svg');
    const line = document.createElementNS(SVG, 'path');
    for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true' })) svg.setAttribute(name, value);
    const look = { d: path, fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
    for (const [name, value] of Object.entries(look)) line.setAttribute(name, value);
    svg.append(line);
    return svg;
  };
  const rootOf = (host) => {
    host.lang = given.language;
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    return root;
  };
  const { texts } = given;
  let open = null;

  function switches(current) {
    const boxes = new Map();
    const rows = given.categories.map(({ name, label, about, vendors }) => {
      const checked = current ? current.accepted.includes(name) : false;
      const box = make('input', { type: 'checkbox', name, checked });
      box.setAttribute('role', 'switch');
      boxes.set(name, box);
      const used = vendors ? [make('small', {}, texts.vendors + vendors)] : [];
      return make('li', {}, make('label', {}, make('b', {}, label), box, make('small', {}, about), ...used));
    });
    const always = make('div', { className: 'row' }, make('b', {}, texts.necessary), make('i', {}, texts.always));
    return { list: make('ul', {}, make('li', {}, always), ...rows), chosen: () => [...boxes].flatMap(([name, box]) => (box.checked ? [name] : [])) };
  }

  /** @param opener what had the focus when a visitor opened it; absent for the first question */
  function ask(opener) {
    if (open) return open.focus();
    const host = document.createElement('div');
    const root = rootOf(host);
    const title = make('h2', { id: 't', tabIndex: -1 }, texts.title);
    const link = given.policyUrl ? [' ', make('a', { href: given.policyUrl }, texts.policy)] : [];
    const text = make('p', { id: 'd' }, texts.text, ...link);
    const { list, chosen } = switches(readDecision());
    const more = make('div', { hidden: true }, ...(gpc ? [make('p', {}, texts.gpc)] : []), list);
    const button = (className, label, onclick) => make('button', { type: 'button', className, onclick }, label);
    const refuse = button('one', texts.refuse, () => end(() => decide('recusar', [])));
    const accept = button('one', texts.accept, () => end(() => decide('aceitar', asked.filter((name) => !gpc || name !== 'marketing'))));
    const choose = button('two', texts.choose, () => (more.hidden ? showMore() : end(() => decide('escolher', chosen()))));
    choose.setAttribute('aria-expanded', 'false');
    const close = button('x', '', () => end());
    close.append(icon(CROSS));
    close.setAttribute('aria-label', texts.close);
    close.hidden = !opener;
    const mark = make('span', { className: 'mark' }, icon(SHIELD));
    const head = make('div', { className: 'head' }, mark, title, close);
    const card = make('div', { className: 'card' }, head, text, more, make('div', { className: 'acts' }, refuse, accept, choose));
    for (const [name, value] of Object.entries({ role: 'dialog', 'aria-labelledby': 't', 'aria-describedby': 'd' })) card.setAttribute(name, value);

    function showMore() {
      more.hidden = false;
      choose.textContent = texts.save;
      choose.removeAttribute('aria-expanded');
      list.querySelector('input').focus();
    }
    function end(work) {
      host.remove();
      open = null;
      if (opener && opener.isConnected) opener.focus();
      if (work) work();
    }
    card.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && opener) end();
    });
    root.append(card);
    document.body.prepend(host);
    open = title;
    if (opener) {
      showMore();
      title.focus();
    }
  }

  /** Taking a consent back is as easy as giving it: without a link of the author there is one at the end of the page. */
  function offerAgain() {
    const selector = 'a[href="${CONSENT_ADDRESS}"]';
    document.addEventListener('click', (event) => {
      const link = event.target.closest && event.target.closest(selector);
      if (!link) return;
      event.preventDefault();
      ask(link);
    });
    if (document.querySelector(selector)) return;
    const host = document.createElement('div');
    const again = make('button', { type: 'button' }, texts.reopen);
    again.onclick = () => ask(again);
    rootOf(host).append(make('div', { className: 'again' }, again));
    document.body.append(host);
  }
`;
