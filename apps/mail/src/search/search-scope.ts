import type { EntityManager } from 'typeorm';
import { asksFor, isFolder, isName, type Search, type SearchTerm } from '#libs/mail/mail-search';
import type { TenantId } from '#libs/core/persistence';
import { Folder } from '../folders/folder.entity.js';
import type { FolderKind } from '../folders/folder-values.js';
import { Label } from '../labels/label.entity.js';

/** Names in a search, resolved for a mailbox. */
export interface SearchScope {
  tenantId: TenantId;
  mailboxId: string;
  folders: readonly { id: string; kind: FolderKind; name: string }[];
  labels: readonly { id: string; name: string }[];
}

/** Reads the folders of a mailbox, and its labels if the search names some. */
export async function readScope(
  tx: EntityManager,
  tenantId: TenantId,
  mailboxId: string,
  search: Search,
): Promise<SearchScope> {
  const own = { tenantId, mailboxId };
  const folders = await tx.find(Folder, { where: own, select: { id: true, kind: true, name: true } });
  const labels = namesLabels(search) ? await tx.find(Label, { where: own, select: { id: true, name: true } }) : [];
  return { tenantId, mailboxId, folders, labels };
}

function namesLabels(search: Search): boolean {
  return (
    asksFor(search, 'label') || (search.kind === 'not' && namesLabels(search.of)) || partsOf(search).some(namesLabels)
  );
}

const partsOf = (search: Search): Search[] => (search.kind === 'all' || search.kind === 'any' ? search.of : []);

type Term<Kind extends SearchTerm['kind']> = Extract<SearchTerm, { kind: Kind }>;

/** Unknown names are those of no folder. */
export const foldersOf = ({ folders }: SearchScope, { values }: Term<'folder'>): string[] =>
  folders.filter((folder) => values.some((value) => isFolder(folder, value))).map(({ id }) => id);

export const labelIdsOf = ({ labels }: SearchScope, { values }: Term<'label'>): string[] =>
  labels.filter(({ name }) => values.some((value) => isName(name, value))).map(({ id }) => id);
