import { bodyHash, checkKey, type Idempotency } from '#libs/core/idempotency';
import { KEY_FORMAT } from '../idempotent.js';

/** The key of a mutation that may be repeated; its counterpart is the header Idempotency-Key on REST. */
export function idempotencyOf(route: string, key: string | null | undefined, given: object): Idempotency | null {
  if (key === undefined || key === null) return null;
  return { route, key: checkKey(KEY_FORMAT, 'idempotency_key', key), bodyHash: bodyHash(given) };
}
