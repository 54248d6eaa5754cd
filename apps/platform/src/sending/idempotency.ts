import { bodyHash, checkKey, idempotencyHeader, type Idempotency, type KeyFormat } from '#libs/core/idempotency';

const KEYS: KeyFormat = {
  pattern: /^[A-Za-z0-9._:-]{1,128}$/,
  text: '1 to 128 characters of A-Z a-z 0-9 . _ : -',
};

/** Documents the header by which a call can be repeated safely. */
export const IdempotencyHeader = (): MethodDecorator & ClassDecorator => idempotencyHeader(KEYS);

/**
 * The idempotency of a call: by the header, which has precedence, else by the key in the body; null without either. The
 * body is compared without its key.
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
  checkKey(KEYS, header === undefined ? 'IdempotencyKey' : 'Idempotency-Key', key);
  const { IdempotencyKey: _, ...rest } = body as Record<string, unknown>;
  return { route, key, bodyHash: bodyHash(rest) };
}
