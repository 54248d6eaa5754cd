import type * as PhoneNumbers from 'libphonenumber-js/min';
import { isEmailAddress } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { formerNumberOf, lineOf, mailboxOf } from '#libs/privacy/data-rights';

const phoneNumbers = lazyPackage<typeof PhoneNumbers>('libphonenumber-js/min');

export const IDENTIFIER_KINDS = ['email', 'phone'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** An e-mail address or telephone number in plain text. */
export interface KnownIdentifier {
  id: string;
  kind: IdentifierKind;
  value: string;
  isPrimary: boolean;
}

/** Number of each kind that a contact may have. */
export const MAX_IDENTIFIERS = 20;

/** The kinds as the API names them. */
export const IDENTIFIER_FIELDS: Record<IdentifierKind, string> = { email: 'email', phone: 'telefone' };

/** Longest text that is read as a telephone number. */
const PHONE_MAX = 40;

/** An e-mail address as it is kept: in lower case; null if invalid. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return isEmailAddress(email) ? email : null;
}

/**
 * A telephone number in E.164; null if invalid.
 * @param country where a number without `+` belongs to, by ISO 3166-1 alpha-2
 */
export function parsePhone(text: string, country: string): string | null {
  if (text.length > PHONE_MAX) return null;
  const defaultCountry = country as PhoneNumbers.CountryCode;
  const parse = (given: string) => phoneNumbers().parsePhoneNumberFromString(given, { defaultCountry, extract: false });
  const number = parse(text);
  if (!number || number.ext !== undefined) return null;
  if (number.isValid()) return number.number;
  // A number may not be dialled in this way any more, such as a mobile number of Mexico with a 1.
  const present = lineOf(number.number);
  return present !== number.number && parse(present)?.isValid() ? present : null;
}

export function parseIdentifier(kind: IdentifierKind, text: string, country: string): string | null {
  return kind === 'email' ? parseEmail(text) : parsePhone(text, country);
}

/**
 * The form of a parsed value of which equal ones reach the same person; see `mailboxOf` and `lineOf`: a mobile number of Brazil is the
 * same with and without its ninth digit.
 */
export function indexedForm(kind: IdentifierKind, value: string): string {
  return kind === 'phone' ? lineOf(value) : mailboxOf(value);
}

/** The number as it was dialled before, such as without the ninth digit of Brazil; null for other values. */
export function formerForm(kind: IdentifierKind, value: string): string | null {
  return kind === 'phone' ? formerNumberOf(value) : null;
}

/** The address without what follows a plus; null if there is none. */
export function withoutTag(email: string): string | null {
  const plus = email.indexOf('+');
  const at = email.lastIndexOf('@');
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : null;
}
