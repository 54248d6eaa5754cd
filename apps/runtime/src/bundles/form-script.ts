import { FORM_SCRIPT_FIELDS } from './form-script-fields.js';
import { FORM_SCRIPT_FORM } from './form-script-form.js';

/**
 * The script of a form's snippet, `/_f/formulario.js`: shows each form that a foreign page names by `data-formulario`, and
 * sends it here. It lives in a shadow root, so the page's style and the form's leave each other alone, and uses no inline
 * style or script, so the page's policy needs to allow only this address. Texts become text nodes, never HTML.
 *
 * It may be loaded in any way, as a module too, and before or after what it fills: a form that comes into the page later is
 * shown as well. After a form was sent, the page hears `formulario:enviado`.
 */
export const FORM_SCRIPT = `/* Shows a form and sends it. */
'use strict';

(() => {
  /** A module has no current script; one that was imported is no element either, but the browser has loaded it. */
  const addressOf = () => {
    const own = /\\/_f\\/formulario\\.js(?:[?#]|$)/;
    const elements = [document.currentScript, ...document.scripts].map((one) => one?.src ?? '');
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...elements, ...loaded].find((address) => own.test(address)) ?? location.href;
  };
  const base = new URL(addressOf()).origin;
  const queryOf = () => new URLSearchParams(location.search);
  const HIDDEN_MAX = 1000;
  const LOST = {
    pt: 'Não foi possível carregar o formulário.',
    en: 'The form could not be loaded.',
    es: 'No se pudo cargar el formulario.',
  };

${FORM_SCRIPT_FIELDS}
${FORM_SCRIPT_FORM}
  async function mount(host) {
    if (host.shadowRoot || !host.dataset.formulario) return;
    const root = host.attachShadow({ mode: 'open' });
    const tag = (host.closest('[lang]')?.lang ?? '').slice(0, 35);
    const lang = tag.split('-')[0].toLowerCase() || 'pt';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    try {
      const address = base + '/f/' + encodeURIComponent(host.dataset.formulario) + '?idioma=' + encodeURIComponent(tag);
      const answer = await fetch(address, { credentials: 'omit' });
      if (!answer.ok) throw new Error(String(answer.status));
      show(host, root, await answer.json());
    } catch {
      root.replaceChildren(make('p', { role: 'alert', lang, textContent: LOST[lang] ?? LOST.en }));
    }
  }

  const mountAll = () => {
    document.querySelectorAll('[data-formulario]').forEach(mount);
    const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['data-formulario'] };
    new MutationObserver((found) => found.forEach(mountNew)).observe(document.documentElement, changes);
  };
  /** Finds forms that a page puts in later, such as a dialog or another view of its own script. */
  const mountNew = ({ target, addedNodes }) => {
    const added = [...addedNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE);
    for (const element of [target, ...added]) if (element.matches?.('[data-formulario]')) mount(element);
    for (const element of added) element.querySelectorAll('[data-formulario]').forEach(mount);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountAll);
  else mountAll();
})();
`;
