import { createHash } from 'node:crypto';

/**
 * Hashes what a request asks for: SHA-256 over a JSON value in canonical form, whatever the order of its fields. A
 * field that is undefined counts as absent.
 */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

/** Each text follows its length, so that nothing needs escaping: a batch has tens of thousands of texts. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${String(value)};`;
  return Array.isArray(value) ? `[${concatenated(value)}]` : `{${canonicalMembers(value as Record<string, unknown>)}}`;
}

function concatenated(items: readonly unknown[]): string {
  let text = '';
  for (const item of items) text += canonical(item);
  return text;
}

function canonicalMembers(value: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) text += `${canonical(key)}${canonical(member)}`;
  }
  return text;
}
