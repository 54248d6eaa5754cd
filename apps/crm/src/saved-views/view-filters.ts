import { CompiledValidationPipe, portugueseReason, Problem } from '#libs/http';
import type { CustomTexts } from '../contact-list/contact-filter.js';
import { identifierKindOf } from '../contact-list/contact-list.service.js';
import { CUSTOM_PREFIX } from '../contact-list/dto/custom-texts.js';
import { ContactFilters } from '../contact-list/dto/contact-list.query.js';
import type { ViewFilters } from './saved-view.entity.js';
import { invalidViewFilter } from './saved-view-problems.js';

const LIST_FILTERS = new CompiledValidationPipe({ rejectsUnknownParameters: true });

/**
 * Returns the filters by fields of the account, which only the account's fields can validate.
 * @throws Problem Unprocessable for a filter that the list of contacts does not take
 */
export function validateViewFilters(filters: ViewFilters): CustomTexts {
  const entries = Object.entries(filters);
  const isCustom = ([name]: [string, string]) => name.startsWith(CUSTOM_PREFIX);
  try {
    const native = Object.fromEntries(entries.filter((entry) => !isCustom(entry)));
    LIST_FILTERS.transform(native, { type: 'query', metatype: ContactFilters });
  } catch (error) {
    const [detail] = error instanceof Problem ? (error.details ?? []) : [];
    if (!detail) throw error;
    throw invalidViewFilter(detail.Field, `${detail.Field} ${portugueseReason(detail.Message)}`);
  }
  // An erased contact must not live on in a view.
  if (filters['q'] !== undefined && identifierKindOf(filters['q']))
    throw invalidViewFilter('q', 'Uma visão não guarda e-mail nem telefone.');
  return new Map(entries.filter(isCustom).map(([name, text]) => [name.slice(CUSTOM_PREFIX.length), text]));
}
