import { stored } from '#web/shell/stored.ts';

export const LANGUAGES = { en: 'English', 'pt-BR': 'Português (Brasil)', es: 'Español' } as const;

export type Language = keyof typeof LANGUAGES;

const chosen = stored('service.language', () => languageFor(navigator.languages));

/** The language of ours that fits best what a browser asks for, in its order. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base] = tag.toLowerCase().split('-');
    if (base === 'pt') return 'pt-BR';
    if (base === 'es' || base === 'en') return base;
  }
  return 'en';
}

/** Languages by the names that the API has for them. */
export const BY_NAME: Readonly<Record<string, Language>> = { en: 'en', pt: 'pt-BR', es: 'es' };

/** The language that the API has a name for; undefined for none. */
export const languageNamed = (name: string | null | undefined): Language | undefined =>
  name == null ? undefined : BY_NAME[name];

/** The name that the API has for a language. */
export const nameOf = (language: Language): string => language.slice(0, 2);

export const setLanguage = (language: Language): void => chosen.set(language);

export const currentLanguage = (): Language => known(chosen.get());

/** The language of the page; the component is drawn again when another is chosen. */
export const useLanguage = (): Language => known(chosen.use());

const known = (tag: string): Language => (tag in LANGUAGES ? (tag as Language) : 'en');
