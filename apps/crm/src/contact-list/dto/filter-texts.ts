import { CompiledValidationPipe, portugueseReason, Problem, refusal } from '#libs/core/http';
import type { CustomTexts } from '../contact-filter.js';
import { ContactFilters } from './contact-list.query.js';
import { CUSTOM_PREFIX } from './custom-texts.js';

/** Filters of the list of contacts, by parameter, as a query has them. */
export type FilterParameters = Readonly<Record<string, string>>;

export interface ParsedFilters {
  query: ContactFilters;
  /** Values for fields of the account, which only the account's fields can validate. */
  texts: CustomTexts;
}

const LIST_FILTERS = new CompiledValidationPipe({ rejectsUnknownParameters: true });

/**
 * Parses filters that stand in a body, under `filtros`.
 * @throws Problem Unprocessable for a filter that the list of contacts does not take
 */
export function parseFilterTexts(filters: FilterParameters): ParsedFilters {
  const entries = Object.entries(filters);
  const isCustom = ([name]: [string, string]) => name.startsWith(CUSTOM_PREFIX);
  const texts = new Map(entries.filter(isCustom).map(([name, text]) => [name.slice(CUSTOM_PREFIX.length), text]));
  try {
    const native = Object.fromEntries(entries.filter((entry) => !isCustom(entry)));
    return {
      query: LIST_FILTERS.transform(native, { type: 'query', metatype: ContactFilters }) as ContactFilters,
      texts,
    };
  } catch (error) {
    const [detail] = error instanceof Problem ? (error.details ?? []) : [];
    if (!detail) throw error;
    throw invalidFilter(detail.Field, `${detail.Field} ${portugueseReason(detail.Message)}`);
  }
}

/** Makes of the refusal of a filter in a query that of one in a body; other errors unchanged. */
export function inBody(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== 'InvalidParameter') return error;
  return invalidFilter(String(error.extra?.['campo']), error.message);
}

export function invalidFilter(name: string, erro: string): Problem {
  return refusal('Unprocessable', { erro, campo: `filtros.${name}` });
}
