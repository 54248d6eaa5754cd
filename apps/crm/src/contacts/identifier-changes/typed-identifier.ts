import { invalidIdentifier } from '../contact-problems.js';
import { type IdentifierKind, parseIdentifier } from '../../identifiers/identifiers.js';

/** A value as a user typed it, parsed; none if it is empty. @throws Problem Unprocessable */
export function parseTyped(kind: IdentifierKind, text: string | null | undefined, country: string): string[] {
  if (text === undefined || text === null || text.trim() === '') return [];
  const value = parseIdentifier(kind, text, country);
  if (!value) throw invalidIdentifier(kind);
  return [value];
}
