import { EN } from './en.js';
import { ES } from './es.js';
import { PT } from './pt.js';

/** Languages in which visitors are spoken to. */
export const VISITOR_LANGUAGES = ['pt', 'en', 'es'] as const;

export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

/** Texts that published pages and their forms have by themselves: everything that no author wrote. */
export interface VisitorTexts {
  page: {
    skip: string;
    openMenu: string;
    close: string;
    notice: string;
    watch: string;
    days: string;
    hours: string;
    minutes: string;
    seconds: string;
    stars: (count: string) => string;
  };
  form: {
    optional: string;
    choose: string;
    /** Label of a form whose author left it out, as are the next two. */
    button: string;
    thanks: string;
    consent: string;
    back: string;
    next: string;
    /** `{n}` and `{of}` stand for numbers. */
    step: string;
    /** Label beside the input that people do not see. */
    leaveEmpty: string;
    chosenFile: string;
    sent: string;
    backToPage: string;
    checkAnswers: string;
    someWrong: string;
  };
  /** The banner that asks for consent. */
  consent: {
    title: string;
    text: string;
    accept: string;
    refuse: string;
    choose: string;
    save: string;
    policy: string;
    reopen: string;
    /** Note for browsers that ask not to be tracked. */
    gpc: string;
    /** Stands before the names of companies. */
    vendors: string;
    /** Name of the account's own pixel among the companies. */
    thisPage: string;
    necessary: string;
    always: string;
    categories: Readonly<Record<'funcional' | 'estatistica' | 'marketing', { label: string; about: string }>>;
  };
  snippet: {
    correct: string;
    tooMany: string;
    failed: string;
    filesTooLarge: string;
    offline: string;
  };
  errors: {
    required: string;
    oneLine: string;
    tooLong: (characters: number) => string;
    text: string;
    email: string;
    phone: string;
    number: string;
    numberTooLong: string;
    numberUnclear: string;
    box: string;
    option: string;
    options: string;
    date: string;
    rating: (most: number) => string;
    url: string;
    file: string;
    cpf: string;
    cnpj: string;
    cep: string;
    country: string;
    state: string;
    consent: string;
    occurredAt: string;
  };
}

const TEXTS: Readonly<Record<VisitorLanguage, VisitorTexts>> = { pt: PT, en: EN, es: ES };

/** The language of ours that a tag such as `es-MX` names; undefined for any other. */
export function visitorLanguageIn(tag: string | null | undefined): VisitorLanguage | undefined {
  const [primary] = (tag ?? '').trim().toLowerCase().split(/[-_]/);
  return VISITOR_LANGUAGES.find((language) => language === primary);
}

/** The language that stands in for a tag: that of ours, English for another language, Portuguese without any. */
export const visitorLanguageOf = (tag: string | null | undefined): VisitorLanguage =>
  visitorLanguageIn(tag) ?? (tag?.trim() ? 'en' : 'pt');

/** The texts for a tag, see {@link visitorLanguageOf}. */
export const visitorTexts = (tag: string | null | undefined): VisitorTexts => TEXTS[visitorLanguageOf(tag)];

/** Returns what an author wrote; the same in the visitor's language if it is the text that stands there by itself. */
export const inLanguage = (written: string, of: 'button' | 'thanks', texts: VisitorTexts): string =>
  written === PT.form[of] ? texts.form[of] : written;
