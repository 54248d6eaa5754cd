import { Problem, invalidField, type ProblemCode } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';

/** Calls of a tenant with the same route and key are one call; the hash tells whether they ask for the same. */
export interface Idempotency {
  route: string;
  key: string;
  /** See `bodyHash`. */
  bodyHash: string;
  /** Error for a repeated key with another body; IdempotencyConflict (409) if absent. */
  conflict?: ProblemCode;
}

/** The idempotency keys that an API takes. */
export interface KeyFormat {
  pattern: RegExp;
  /** The pattern in words, as in `1 to 128 characters of A-Z a-z 0-9 . _ : -`. */
  text: string;
}

/** @throws Problem InvalidParameter that names the field for a malformed key */
export function checkKey({ pattern, text }: KeyFormat, field: string, key: string): string {
  if (!pattern.test(key)) throw invalidField('InvalidParameter', field, `must be ${text}`);
  return key;
}

/** A call with a key, and what its repetitions are answered with. */
export interface AnsweredCall {
  tenantId: TenantId;
  idempotency: Idempotency;
  answer: unknown;
}

/** The answer to an earlier call, and the hash of what that call asked for. */
export interface KeptAnswer<T> {
  bodyHash: string;
  response: T;
}

/** The answer of an earlier call for its repetition. @throws Problem IdempotencyConflict if it asked for something else */
export function replayed<T>(earlier: KeptAnswer<T>, { bodyHash, conflict }: Idempotency): T {
  if (earlier.bodyHash !== bodyHash) throw new Problem(conflict ?? 'IdempotencyConflict');
  return earlier.response;
}
