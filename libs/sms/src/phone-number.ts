import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/** `+` and up to 15 digits, with room for the separators that people write between them. */
const MAX_LENGTH = 40;

/**
 * A telephone number as E.164 has it (ITU-T E.164 section 6: `+`, country code, at most 15 digits in all), or null for
 * anything else. It must begin with `+` and may be written with spaces, hyphens, dots and parentheses.
 *
 * A number passes when its country gives out such numbers at all, of whatever kind: the metadata used ("min") does not
 * tell mobile from fixed, since many fixed lines take messages and only the carrier knows which. An extension is refused:
 * a message cannot be sent to one.
 */
export function parseE164(text: string): string | null {
  return parse(text)?.number ?? null;
}

/**
 * The country of a number by ISO 3166-1 alpha-2, such as `BR`; null when the text is no number, or one of no country,
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
