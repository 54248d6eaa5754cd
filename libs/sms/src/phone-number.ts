import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/** `+` and up to 15 digits, with separators between them. */
const MAX_LENGTH = 40;

/**
 * Parses a telephone number into E.164 (ITU-T E.164 section 6: `+`, country code, at most 15 digits in all); null if
 * invalid. It must start with `+` and may contain spaces, hyphens, dots and parentheses.
 *
 * Valid are all numbers of the country's numbering plan. Mobile and fixed lines are not distinguished, because many
 * fixed lines accept messages. Numbers with an extension are invalid.
 */
export function parseE164(text: string): string | null {
  return parse(text)?.number ?? null;
}

/**
 * The country of a number by ISO 3166-1 alpha-2, such as `BR`; null for an invalid number and for one without a country,
 * such as `+800` (international freephone).
 */
export function countryOfNumber(text: string): string | null {
  return parse(text)?.country ?? null;
}

function parse(text: string): PhoneNumber | undefined {
  if (text.length > MAX_LENGTH || !text.startsWith('+')) return undefined;
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number?.isValid() && number.ext === undefined ? number : undefined;
}
