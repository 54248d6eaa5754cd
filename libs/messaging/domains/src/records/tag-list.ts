/** Spaces, tabs and folding line breaks, which are ignored around a tag's name and value. */
const WHITESPACE = /[ \t\r\n]+/g;
const TAG_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * The tags of a tag list (RFC 6376, 3.2), in their order: `v=DKIM1; k=rsa; p=…`. Names and values keep their case.
 * Null for an invalid tag list: a part without `=`, a name with other characters, a duplicate tag.
 */
export function parseTagList(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = text.split(';');
  if (isBlank(parts.at(-1) ?? '')) parts.pop();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = trim(part.slice(0, Math.max(equals, 0)));
    if (!TAG_NAME.test(name) || tags.has(name)) return null;
    tags.set(name, trim(part.slice(equals + 1)));
  }
  return tags;
}

/** The value without whitespace, for base64 (RFC 6376, 2.10). */
export function withoutWhitespace(value: string): string {
  return value.replace(WHITESPACE, '');
}

/** The items of a colon-separated value (RFC 6376, 3.6.1: `h=`, `s=`). */
export function itemsOf(value: string): string[] {
  return value.split(':').map(trim);
}

function trim(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function isBlank(text: string): boolean {
  return withoutWhitespace(text) === '';
}
