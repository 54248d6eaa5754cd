import type * as PhoneNumbers from 'libphonenumber-js/min';
import { lazyPackage, once } from '#libs/lazy';

const phoneNumbers = lazyPackage<typeof PhoneNumbers>('libphonenumber-js/min');

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In Portuguese. */
  name: string;
  /** Of its telephone numbers, with the plus. */
  callingCode: string;
}

/** The countries, by their Portuguese names. */
export const countries = once((): readonly Country[] => {
  const { getCountries, getCountryCallingCode } = phoneNumbers();
  const names = new Intl.DisplayNames('pt-BR', { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: `+${getCountryCallingCode(code)}` }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
});

const byText = once(
  () =>
    new Map<string, string>(
      countries().flatMap(({ code, name }) => [
        [code.toLowerCase(), code] as const,
        [name.toLowerCase(), code] as const,
      ]),
    ),
);

/** Whether a text is the code of a country, in capitals. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text) && byText().has(text.toLowerCase());

/** A country by its code or its Portuguese name. Returns the code; null if there is none. */
export function parseCountry(text: string): string | null {
  return byText().get(text.trim().toLowerCase()) ?? null;
}
