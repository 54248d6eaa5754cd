/** Spaces, tabs and the line breaks of folding: they mean nothing around a tag's name and value. */
const WHITESPACE = /[ \t\r\n]+/g;
const TAG_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * The tags of a tag list (RFC 6376, 3.2), in their order: `v=DKIM1; k=rsa; p=…`. Names and values keep their case.
 * Null when the text is no tag list: a part without `=`, a name of other characters, a tag given twice.
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

/** The value without any whitespace, as base64 is read (RFC 6376, 2.10). */
export function withoutWhitespace(value: string): string {
  return value.replace(WHITESPACE, '');
}

/** The items of a value that lists them between colons (RFC 6376, 3.6.1: `h=`, `s=`). */
export function itemsOf(value: string): string[] {
  return value.split(':').map(trim);
}

function trim(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function isBlank(text: string): boolean {
  return withoutWhitespace(text) === '';
}
