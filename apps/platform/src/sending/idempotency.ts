import { createHash } from 'node:crypto';
import { refusedField } from '#libs/http';

const KEY_PATTERN = /^[A-Za-z0-9._:-]{1,128}$/;

/** Calls with the same route and key are one call; the hash tells whether they ask for the same. */
export interface Idempotency {
  route: string;
  key: string;
  bodyHash: string;
}

/**
 * The idempotency of a call: by the header, which has precedence, else by the key in the body; null without either.
 * @throws Problem InvalidParameter (422) for a malformed key
 */
export function idempotencyOf(
  route: string,
  header: string | undefined,
  bodyKey: string | undefined,
  body: object,
): Idempotency | null {
  const key = header ?? bodyKey;
  if (key === undefined) return null;
  if (!KEY_PATTERN.test(key)) {
    const field = header === undefined ? 'IdempotencyKey' : 'Idempotency-Key';
    throw refusedField('InvalidParameter', field, 'must be 1 to 128 characters of A-Z a-z 0-9 . _ : -');
  }
  return { route, key, bodyHash: hashOf(body) };
}

/** SHA-256 over the body in canonical form, whatever the order of its fields, without its idempotency key. */
function hashOf(body: object): string {
  const { IdempotencyKey: _, ...rest } = body as Record<string, unknown>;
  return createHash('sha256').update(canonical(rest)).digest('hex');
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
