import type { CustomTexts } from '../contact-list/contact-filter.js';
import { identifierKindOf } from '../contact-list/contact-list.service.js';
import { invalidFilter, parseFilterTexts } from '../contact-list/dto/filter-texts.js';
import type { ViewFilters } from './saved-view.entity.js';

/**
 * Returns the filters by fields of the account, which only the account's fields can validate.
 * @throws Problem Unprocessable for a filter that the list of contacts does not take
 */
export function validateViewFilters(filters: ViewFilters): CustomTexts {
  const { query, texts } = parseFilterTexts(filters);
  // An erased contact must not live on in a view.
  if (query.q !== undefined && identifierKindOf(query.q))
    throw invalidFilter('q', 'Uma visão não guarda e-mail nem telefone.');
  return texts;
}
