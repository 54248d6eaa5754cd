import type * as WithTypes from 'libphonenumber-js/max';
import type * as Plain from 'libphonenumber-js/min';
import { lazyPackage } from '#libs/core/process';
import { lineOf } from '#libs/privacy/data-rights';

const plain = lazyPackage<typeof Plain>('libphonenumber-js/min');
/** Only the full metadata, which is slower, knows the types of lines. */
const withTypes = lazyPackage<typeof WithTypes>('libphonenumber-js/max');

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

export interface NumberDescription {
  e164: string;
  /** Code by ISO 3166-1 alpha-2; null for a number without a country. */
  country: string | null;
  /** Whether the line shares in what a text or call to it costs, or costs more than others. */
  isCostly: boolean;
}

/** Types of lines that are used for fraud with texts: each text to them pays their holder, or costs much. */
const COSTLY = new Set<WithTypes.NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]);

/** Describes a number; null if it is invalid, see {@link parseE164}. */
export function describeNumber(text: string): NumberDescription | null {
  const number = parse(text);
  if (!number) return null;
  const type = withTypes().parsePhoneNumberFromString(number.number, { extract: false })?.getType();
  return { e164: number.number, country: number.country ?? null, isCostly: COSTLY.has(type) };
}

/** Whether a text is a country that has telephone numbers, by ISO 3166-1 alpha-2 in capitals. */
export function isCountry(text: string): boolean {
  return plain().isSupportedCountry(text);
}

function parse(text: string): Plain.PhoneNumber | undefined {
  if (text.length > MAX_LENGTH || !text.startsWith('+')) return undefined;
  const number = plain().parsePhoneNumberFromString(text, { extract: false });
  if (number?.ext !== undefined) return undefined;
  return number?.isValid() === false ? parsePresent(number.number) : number;
}

/** A number that is not dialled in this way any more, such as a mobile number of Mexico with a 1, as it is dialled today. */
function parsePresent(former: string): Plain.PhoneNumber | undefined {
  const present = lineOf(former);
  const number = present === former ? undefined : plain().parsePhoneNumberFromString(present, { extract: false });
  return number?.isValid() ? number : undefined;
}
