import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In Portuguese. */
  name: string;
  /** Of its telephone numbers, with the plus. */
  callingCode: string;
}

const names = new Intl.DisplayNames('pt-BR', { type: 'region' });

/** The countries, by their Portuguese names. */
export const COUNTRIES: readonly Country[] = getCountries()
  .map((code) => ({ code, name: names.of(code) ?? code, callingCode: `+${getCountryCallingCode(code)}` }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'));

const BY_TEXT = new Map<string, string>(
  COUNTRIES.flatMap(({ code, name }) => [[code.toLowerCase(), code] as const, [name.toLowerCase(), code] as const]),
);

/** Whether a text is the code of a country, in capitals. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text) && BY_TEXT.has(text.toLowerCase());

/** A country by its code or its Portuguese name. Returns the code; null if there is none. */
export function parseCountry(text: string): string | null {
  return BY_TEXT.get(text.trim().toLowerCase()) ?? null;
}
