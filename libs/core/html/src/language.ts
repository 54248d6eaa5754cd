import { ContextSlot, currentRequest } from '#libs/core/http';

/** The languages of our own pages and mails. */
export const LANGUAGES = ['en', 'pt', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

const HEADER_MAX = 200;

const chosen = new ContextSlot<Language>('language');

/** The one of our languages that a tag such as `pt-BR` names. */
export function languageIn(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** The language that a browser prefers among ours, by its Accept-Language; undefined if it names none of them. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  const accepted = (acceptLanguage ?? '')
    .slice(0, HEADER_MAX)
    .split(',')
    .map((entry) => {
      const [tag = '', weight = ''] = entry.split(/;\s*q=/i);
      return { language: languageIn(tag), weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return accepted[0]?.language;
}

/** The language of the request being served, if it names one. */
export function requestedLanguage(): Language | undefined {
  return chosen.get() ?? preferredLanguage(currentRequest()?.acceptLanguage);
}

/** The language in which the request being served is answered; English if it names none of ours. */
export const currentLanguage = (): Language => requestedLanguage() ?? 'en';

/** Lets the first of these tags that is one of our languages decide for the rest of the request, whatever the browser says. */
export function chooseLanguage(tags: readonly string[]): void {
  const language = tags.map(languageIn).find((one) => one !== undefined);
  if (language) chosen.set(language);
}
