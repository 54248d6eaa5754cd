import type * as PhoneNumbers from 'libphonenumber-js/min';
import { lazyPackage, once } from '#libs/core/process';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '#libs/sites/sites';

const phoneNumbers = lazyPackage<typeof PhoneNumbers>('libphonenumber-js/min');

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In the language of the list. */
  name: string;
  /** Calling code of its telephone numbers, with the plus. */
  callingCode: string;
}

const byLanguage = new Map<VisitorLanguage, readonly Country[]>();

/** The countries with their names in a language, Portuguese if absent, in its order. */
export function countries(language: VisitorLanguage = 'pt'): readonly Country[] {
  const known = byLanguage.get(language) ?? listIn(language);
  byLanguage.set(language, known);
  return known;
}

const LOCALES: Readonly<Record<VisitorLanguage, string>> = { pt: 'pt-BR', en: 'en', es: 'es' };

function listIn(language: VisitorLanguage): readonly Country[] {
  const { getCountries, getCountryCallingCode } = phoneNumbers();
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: `+${getCountryCallingCode(code)}` }))
    .toSorted((one, other) => one.name.localeCompare(other.name, LOCALES[language]));
}

const byText = once(
  () =>
    new Map<string, string>(
      VISITOR_LANGUAGES.toReversed()
        .flatMap((language) => countries(language))
        .flatMap(({ code, name }) => [[code.toLowerCase(), code] as const, [folded(name), code] as const]),
    ),
);

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Whether a text is the code of a country, in capitals. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text) && byText().has(text.toLowerCase());

/** A country by its code or its name in one of our languages. Returns the code; null if there is none. */
export function parseCountry(text: string): string | null {
  return byText().get(folded(text)) ?? null;
}
