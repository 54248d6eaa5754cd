const MARK = 'data-preview-text';
const STYLE = 'display:none;overflow:hidden;max-height:0;max-width:0;opacity:0;line-height:0';
const PREVIEW = new RegExp(`<div ${MARK} style="[^"]*">([^<]*)</div>`);

/** HTML with a text at its beginning that mailboxes show beside the subject, and the mail itself does not. */
export function withPreview(html: string, preview: string): string {
  const hidden = `<div ${MARK} style="${STYLE}">${escaped(preview)}</div>`;
  const body = /<body\b[^>]*>/i.exec(html);
  const at = body ? body.index + body[0].length : 0;
  return html.slice(0, at) + hidden + html.slice(at);
}

/** The text that {@link withPreview} put into HTML, and the HTML without it. */
export function splitPreview(html: string): { html: string; preview: string | null } {
  const found = PREVIEW.exec(html);
  if (!found) return { html, preview: null };
  return { html: html.replace(found[0], ''), preview: unescaped(found[1]!) };
}

/** Quotation marks stay: the text may have placeholders, and is no attribute. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
