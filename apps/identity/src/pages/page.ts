import { html, pageOf, type Html, CARD_STYLE } from '#libs/html';

/** A whole page. */
export function page(title: string, body: Html): string {
  return pageOf({ title, body, style: CARD_STYLE });
}

/** Read out by a screen reader as soon as the page is there. */
export function problemBox(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
}
