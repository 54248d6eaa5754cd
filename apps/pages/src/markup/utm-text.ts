import { escapeHtml, Html } from '#libs/core/html';

/** `{{utm_campaign|default}}`: what the visitor's address says, else the default. */
const PLACE = /\{\{\s*(utm_(?:source|medium|campaign|term|content))\s*\|([^{}]{0,200})\}\}/g;

/** Text for elements: the default, marked so that the page's script may put the visitor's value in its place. */
export function utmHtml(text: string): { html: Html; visitor: boolean } {
  const escaped = escapeHtml(text);
  const html = markPlaces(escaped);
  return { html: new Html(html), visitor: html !== escaped };
}

/** The same for text that is escaped already. */
export function markPlaces(escaped: string): string {
  return escaped.replace(
    PLACE,
    (_, name: string, fallback: string) => `<span data-utm="${name}">${fallback.trim()}</span>`,
  );
}

/** Text with the defaults alone, for attributes, titles and structured data. */
export function plainText(text: string): string {
  return text.replace(PLACE, (_, _name: string, fallback: string) => fallback.trim());
}
