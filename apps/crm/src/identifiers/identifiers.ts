import type * as PhoneNumbers from 'libphonenumber-js/min';
import { isEmailAddress } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { mailboxOf } from '#libs/privacy/data-rights';

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
  const number = phoneNumbers().parsePhoneNumberFromString(text, {
    defaultCountry: country as PhoneNumbers.CountryCode,
    extract: false,
  });
  return number?.isValid() && number.ext === undefined ? number.number : null;
}

export function parseIdentifier(kind: IdentifierKind, text: string, country: string): string | null {
  return kind === 'email' ? parseEmail(text) : parsePhone(text, country);
}

/** Mobile numbers of Brazil got a 9 in front of their eight digits, the last ones in 2016. Landlines begin with 2 to 5. */
const BRAZILIAN_MOBILE = /^\+55([1-9]{2})9?([6-9]\d{7})$/;

/**
 * The form of a parsed value of which equal ones reach the same person; see `mailboxOf`. A mobile number of Brazil is the same with and
 * without its ninth digit.
 */
export function indexedForm(kind: IdentifierKind, value: string): string {
  return kind === 'phone' ? value.replace(BRAZILIAN_MOBILE, '+55$19$2') : mailboxOf(value);
}

/** A mobile number of Brazil as it was before its ninth digit; null for other values. */
export function formerForm(kind: IdentifierKind, value: string): string | null {
  const [, area, number] = (kind === 'phone' && BRAZILIAN_MOBILE.exec(value)) || [];
  return area && number ? `+55${area}${number}` : null;
}

/** A number as it is given, and with its ninth digit or without; what is no mobile number of Brazil has one spelling. */
export function spellingsOf(phone: string): string[] {
  return [...new Set([phone, indexedForm('phone', phone), formerForm('phone', phone) ?? phone])];
}

/** The address without what follows a plus; null if there is none. */
export function withoutTag(email: string): string | null {
  const plus = email.indexOf('+');
  const at = email.lastIndexOf('@');
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : null;
}
