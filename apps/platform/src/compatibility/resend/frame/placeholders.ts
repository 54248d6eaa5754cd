import { invalidField } from '#libs/core/http';

/** A placeholder of Resend: a name in three braces, behind a bar what stands for it where it is empty. */
const PLACEHOLDER = /\{\{\{\s*([A-Za-z_][\w.]*)\s*(?:\|([^{}]*))?\}\}\}/g;

/** Names that Resend itself fills in, and ours. */
const LINKS: Readonly<Record<string, string>> = { RESEND_UNSUBSCRIBE_URL: 'unsubscribe_url' };

/** Fields of a contact by the names that broadcasts of Resend give them. */
const FIELDS: Readonly<Record<string, string>> = {
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  EMAIL: 'email',
};

/** Texts or numbers that stand for variables of a template, by their names; null for one that must be given. */
export type Fallbacks = ReadonlyMap<string, string | number | null>;

/** Writes the placeholders of a broadcast as Liquid. What a contact lacks is empty, as at Resend. @throws Problem ValidationError */
export const broadcastToLiquid = (part: string, field: string): string =>
  part.replace(PLACEHOLDER, (_, name: string, fallback = '') => {
    if (LINKS[name]) return output(LINKS[name]);
    const bare = name.replace(/^contact\./i, '');
    return output(FIELDS[bare.toUpperCase()] ?? bare, fallback.trim(), field);
  });

/** Writes the placeholders of a template as Liquid. A variable without a fallback must be given. @throws Problem ValidationError */
export const templateToLiquid = (part: string, field: string, fallbacks: Fallbacks): string =>
  part.replace(PLACEHOLDER, (_, name: string, own?: string) => {
    if (LINKS[name]) return output(LINKS[name]);
    return output(name, own?.trim() ?? fallbacks.get(name) ?? undefined, field);
  });

function output(name: string, fallback?: string | number, field = ''): string {
  if (fallback === undefined) return `{{ ${name} }}`;
  return `{{ ${name} | default: ${typeof fallback === 'number' ? fallback : quoted(fallback, field)} }}`;
}

/** A text of Liquid, which knows either quotation mark and no sign before one. */
function quoted(text: string, field: string): string {
  const mark = text.includes('"') ? "'" : '"';
  if (text.includes(mark)) throw invalidField('ValidationError', field, 'has a fallback with both quotation marks');
  return `${mark}${text.replaceAll('\\', '\\\\')}${mark}`;
}
