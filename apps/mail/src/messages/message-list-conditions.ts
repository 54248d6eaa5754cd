import { asksFor } from '#libs/mail/mail-search';
import type { SystemFolder } from '../folders/folder-values.js';
import type { ListConditions } from '../search/search-list.sql.js';
import type { SearchScope } from '../search/search-scope.js';
import { isFolderSet, LEFT_OUT, type MessageFilters } from './message.repository.js';

/** Adds the conditions of a list beside its search. A search that names a folder finds messages in spam and trash, too. */
export function listConditions(filters: MessageFilters, { folders }: SearchScope): ListConditions {
  const { label, unread, starred } = filters;
  const isListed = isListedBy(filters);
  const ids = folders.filter(isListed).map(({ id }) => id);
  return (parameters) => [
    `m.folder_id = any ($${parameters.push(ids)}::uuid[])`,
    ...(label ? [labelled(`$${parameters.push(label)}::uuid`)] : []),
    ...(unread ? ['not m.is_read'] : []),
    ...(starred ? ['m.is_starred'] : []),
  ];
}

type ScopeFolder = SearchScope['folders'][number];

function isListedBy({ folder, search }: MessageFilters): (folder: ScopeFolder) => boolean {
  if (typeof folder === 'object') return ({ id }) => id === folder.id;
  if (!isFolderSet(folder)) return ({ kind }) => kind === folder;
  const namesFolder = search !== undefined && asksFor(search, 'folder');
  const leftOut: readonly SystemFolder[] = folder === 'shown' && namesFolder ? ['quarantine'] : LEFT_OUT[folder];
  return ({ kind }) => kind === 'custom' || !leftOut.includes(kind);
}

const labelled = (label: string): string =>
  `exists (select from message_label l where l.tenant_id = m.tenant_id and l.message_id = m.id and l.label_id = ${label})`;
