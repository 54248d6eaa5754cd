/** Language of the search in mailboxes: parser, printer, conditions. */

export { isFolder, isName, matchesSearch, type MessageFacts, type SearchedFolder, startOf } from './matches-search.js';
export { parseSearch } from './parse-search.js';
export { printSearch } from './print-search.js';
export {
  asksFor,
  type FolderName,
  type FolderWord,
  type Search,
  SEARCH_LIMITS,
  SearchError,
  type SearchTerm,
  type TextField,
} from './search.js';
export {
  type Correspondent,
  SEARCH_TEXT_MAX,
  type SearchableMessage,
  type SearchDocument,
  searchDocument,
} from './search-document.js';
export { isTextSearch, isTextTerm, toTsquery } from './text-query.js';
export { toTsvector } from './tsvector.js';
