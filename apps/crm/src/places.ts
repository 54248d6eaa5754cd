import { countries } from '#libs/sites/forms';
import { once } from '#libs/core/process';
import { foldText } from './fold-text.js';

/** Countries and territories without telephone numbers of their own, which the forms' list leaves out. */
const WITHOUT_TELEPHONE = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];
/** Islands with a telephone code and no code of ISO 3166-1. */
const NOT_IN_ISO = new Set(['AC', 'TA']);

/** Codes of ISO 3166-1 alpha-2, and XK for Kosovo as CLDR has it. */
const countryCodes = once((): ReadonlySet<string> => {
  const withTelephone = countries().map(({ code }) => code);
  return new Set([...withTelephone.filter((code) => !NOT_IN_ISO.has(code)), ...WITHOUT_TELEPHONE]);
});

/** A country code in capitals; null if no country has it. */
export function parseCountryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return countryCodes().has(code) ? code : null;
}

/** Names that no list of countries has. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  eua: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  inglaterra: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  holanda: 'NL',
  bra: 'BR',
  prt: 'PT',
  arg: 'AR',
};

const countryNames = once((): ReadonlyMap<string, string> => {
  const names = new Map(Object.entries(FURTHER_NAMES));
  for (const language of ['pt-BR', 'pt-PT', 'en', 'es']) {
    const shown = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of countryCodes()) names.set(foldText(shown.of(code) ?? code), code);
  }
  return names;
});

/** A country code by itself or by the country's name in Portuguese, English or Spanish; null if no country has it. */
export function parseCountryName(text: string): string | null {
  return parseCountryCode(text) ?? countryNames().get(foldText(text)) ?? null;
}
