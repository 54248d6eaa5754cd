import { countries } from '#libs/forms';
import { once } from '#libs/lazy';

/** Countries and territories without telephone numbers of their own, which the forms' list leaves out. */
const WITHOUT_TELEPHONE = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];
/** Islands with a telephone code and no code of ISO 3166-1. */
const NOT_IN_ISO = new Set(['AC', 'TA']);

/** By ISO 3166-1 alpha-2, and XK for Kosovo as CLDR has it. */
const countryCodes = once((): ReadonlySet<string> => {
  const withTelephone = countries().map(({ code }) => code);
  return new Set([...withTelephone.filter((code) => !NOT_IN_ISO.has(code)), ...WITHOUT_TELEPHONE]);
});

/** A country code in capitals; null if no country has it. */
export function parseCountryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return countryCodes().has(code) ? code : null;
}

const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether a text is the name of a time zone by IANA, such as `America/Sao_Paulo`. */
export function isTimeZone(text: string): boolean {
  if (!TIME_ZONE.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
