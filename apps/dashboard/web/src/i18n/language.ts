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

export const setLanguage = (language: Language): void => chosen.set(language);

export const currentLanguage = (): Language => known(chosen.get());

/** The language of the page; the component is drawn again when another is chosen. */
export const useLanguage = (): Language => known(chosen.use());

const known = (tag: string): Language => (tag in LANGUAGES ? (tag as Language) : 'en');
