import { type Language, useLanguage } from './language.ts';

type Text = string | ((...values: never[]) => string);

/** The same texts in another language: a text for a text, and a function of the same values for a function. */
type Same<Words> = { readonly [Key in keyof Words]: Words[Key] extends string ? string : Words[Key] };

export type Catalogue<Words> = { readonly [Key in Exclude<Language, 'en'>]: Same<NoInfer<Words>> } & {
  readonly en: Words;
};

/** Defines the texts of a screen in every language; one that is missing does not compile. Returns the hook that reads them. */
export function defineWords<const Words extends Record<string, Text>>(catalogue: Catalogue<Words>): () => Same<Words> {
  return () => catalogue[useLanguage()] as Same<Words>;
}

/** Picks the form of a counted noun. English, Portuguese and Spanish have two. */
export const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other);
