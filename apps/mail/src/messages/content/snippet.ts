const SNIPPET_MAX = 200;

/** Of a text only the beginning is looked at: a snippet needs no more. */
const READ_MAX = 20_000;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The beginning of a message's text on one line, for lists. */
export function snippetOf(text: string | null, html: string | null): string {
  const plain = text?.trim() ? text.slice(0, READ_MAX) : textOf((html ?? '').slice(0, READ_MAX));
  const line = plain.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_MAX ? line : `${line.slice(0, SNIPPET_MAX - 1)}…`;
}

/** The text of HTML, roughly: enough for a snippet, never shown as HTML. */
function textOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ');
}
