import { randomHex, sha256Hex } from '#libs/core/secrets';

const BYTES = 16;
const GROUPS = /.{4}(?=.)/g;

/** A new secret: eight groups of four hexadecimal digits. */
export const newAppPassword = (): string => randomHex(BYTES).replaceAll(GROUPS, '$&-');

/** The hash of a secret, however its user has copied it: without or with other separators, or in capitals. */
export const hashAppPassword = (secret: string): string => sha256Hex(secret.replaceAll(/[\s-]/g, '').toLowerCase());
