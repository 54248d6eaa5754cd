import { parseE164 } from './phone-number.js';

export const SENDER_KINDS = ['number', 'alphanumeric'] as const;
export type SenderKind = (typeof SENDER_KINDS)[number];

/** A sender as it is written in a text. */
export interface SenderValue {
  value: string;
  kind: SenderKind;
}

/**
 * At most 11 characters (3GPP TS 23.040, section 9.1.2.5) of those that carriers accept, at least one of them a letter:
 * digits alone would be a short code.
 */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 &_-]{0,9}[A-Za-z0-9])?$/;

/** A number in E.164 or a name; undefined for a text that is neither. */
export function parseSender(text: string): SenderValue | undefined {
  const number = parseE164(text);
  if (number) return { value: number, kind: 'number' };
  return NAME.test(text) ? { value: text, kind: 'alphanumeric' } : undefined;
}
