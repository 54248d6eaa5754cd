import { randomInt } from 'node:crypto';
import { sha256Hex } from '#libs/core/secrets';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Letters and digits without those that are taken for another. Sixteen of them are 77 bits. */
const ALPHABET = 'abcdefghjkmnpqrstwxyz23456789';

/** New recovery codes as a user notes them, such as `k7qm-2xpa-9dtn-4hze`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newRecoveryCode);
}

/** Returns the stored form of a code. A plain hash is enough, since a code cannot be guessed. Case, hyphens and spaces do not matter. */
export function hashRecoveryCode(code: string): string {
  return sha256Hex(code.toLowerCase().replace(/[\s-]/g, ''));
}

function newRecoveryCode(): string {
  const character = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
