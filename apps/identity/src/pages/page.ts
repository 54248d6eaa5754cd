import { html, pageOf, type Html } from '#libs/html';
import { STYLE } from './style.js';

/** A whole page. */
export function page(title: string, body: Html): string {
  return pageOf({ title, body, style: STYLE });
}

/** Read out by a screen reader as soon as the page is there. */
export function problemBox(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
}
