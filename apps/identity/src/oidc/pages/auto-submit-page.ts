import { html, Html } from '#libs/core/html';
import { page } from '../../browser-pages/page.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';

/** The library's own pages consist of a form that sends itself; without scripts it has a button. */
const INLINE_SCRIPT = /<script>([^<]*)<\/script>/;
const FORM = /<form[^]*<\/form>/;
const WITHOUT_SCRIPTS = /<noscript>[^]*<\/noscript>/;

/** A page that submits itself, and its script, which the page's policy must name. */
export interface AutoSubmitPage {
  text: string;
  script: string;
}

/** A page of the library between two steps, with our styles; undefined for any other page. */
export function autoSubmitPage(body: string): AutoSubmitPage | undefined {
  const script = INLINE_SCRIPT.exec(body)?.[1];
  const form = FORM.exec(body)?.[0];
  if (script === undefined || form === undefined) return undefined;
  const { moment } = signInTexts();
  const button = html`<button type="submit">${moment.button}</button>`;
  const text = page(
    moment.title,
    html`<h1>${moment.title}</h1>
      <p class="lead">${moment.text}</p>
      ${new Html(form.replace(WITHOUT_SCRIPTS, () => button.text))} ${new Html(`<script>${script}</script>`)}`,
  );
  return { text, script };
}
