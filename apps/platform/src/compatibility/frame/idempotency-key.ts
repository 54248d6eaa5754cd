import { createHash } from 'node:crypto';
import { invalidField } from '#libs/core/http';

const OURS = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The key of ours that stands for one of another service: itself where our form has it, else its hash.
 * @param max characters that the other service takes
 * @throws Problem InvalidParameter for an empty key, or one that is too long
 */
export function idempotencyKeyOf(key: string | undefined, max: number): string | undefined {
  if (key === undefined || OURS.test(key)) return key;
  if (key.length === 0 || key.length > max)
    throw invalidField('InvalidParameter', 'Idempotency-Key', `must be 1 to ${max} characters`);
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}
