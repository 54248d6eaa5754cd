import { Buffer } from 'node:buffer';

const MAX_BYTES = 254;

/** `local@domain` without characters that could end the path or the command. */
const PATH =
  // eslint-disable-next-line no-control-regex -- excludes control characters
  /^(?:[^\0-\x20\x7f-\xa0\u2028\u2029<>"@]+|"(?:[^\0-\x1f\x7f-\x9f"\\]|\\[\x20-\x7e])*")@[^\0-\x20\x7f-\xa0\u2028\u2029<>"@]+$/;
/** Tells whether an address can stand in MAIL and RCPT. */
export const isPath = (address: string): boolean =>
  address.length <= MAX_BYTES && Buffer.byteLength(address) <= MAX_BYTES && PATH.test(address);
