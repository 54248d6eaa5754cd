import { LRUCache } from 'lru-cache';
import { groupBy } from '#libs/core/jobs';
import { many, maybe, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { SystemFolder } from '../../folders/folder-values.js';
import type { MessageOfTenant } from './new-message.js';

// `offset 0` makes it one look into the index for each mailbox: a join may read all folders of the tenant.
const SYSTEM_FOLDERS = prepared(
  'system-folders-of-mailboxes',
  `
    select folder.id, given.mailbox_id as "mailboxId", folder.kind
      from unnest($1::text[], $2::uuid[]) given (tenant_id, mailbox_id),
           lateral (
             select id, kind from folder
              where tenant_id = given.tenant_id and mailbox_id = given.mailbox_id and kind <> 'custom' offset 0
           ) folder`,
);

type SystemFolders = ReadonlyMap<SystemFolder, string>;

/** System folders by the id of their mailbox, cached: a mailbox has the same ones from its first day to its last. */
const systemFolders = new LRUCache<string, SystemFolders>({ max: 10_000 });

/** The id of the folder of each message, whose mailboxes are locked. */
export async function findFolders(tx: SqlExecutor, messages: readonly MessageOfTenant[]): Promise<string[]> {
  const system = await findSystemFolders(tx, messages);
  const ids: string[] = [];
  for (const { tenantId, message } of messages) {
    const { mailboxId, folder } = message;
    const chosen = typeof folder === 'object' ? await findOwn(tx, tenantId, mailboxId, folder.id) : undefined;
    const id = chosen ?? system.get(mailboxId)?.get(typeof folder === 'object' ? 'inbox' : folder);
    if (!id) throw new Error('A mailbox has all system folders');
    ids.push(id);
  }
  return ids;
}

/** Finds system folders, by mailbox. */
async function findSystemFolders(
  tx: SqlExecutor,
  messages: readonly MessageOfTenant[],
): Promise<Map<string, SystemFolders>> {
  const found = new Map<string, SystemFolders>();
  const unknown = new Map<string, TenantId>();
  for (const { tenantId, message } of messages) {
    const known = systemFolders.get(message.mailboxId);
    if (known) found.set(message.mailboxId, known);
    else unknown.set(message.mailboxId, tenantId);
  }
  if (unknown.size === 0) return found;
  const parameters = [[...unknown.values()], [...unknown.keys()]];
  const rows = await many<{ id: string; mailboxId: string; kind: SystemFolder }>(tx, SYSTEM_FOLDERS, parameters);
  for (const [mailboxId, own] of groupBy(rows, (row) => row.mailboxId)) {
    const folders = new Map(own.map(({ kind, id }) => [kind, id]));
    found.set(mailboxId, folders);
    systemFolders.set(mailboxId, folders);
  }
  return found;
}

/** A share of the row keeps the folder from being deleted meanwhile. */
async function findOwn(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  id: string,
): Promise<string | undefined> {
  const sql = 'select id from folder where tenant_id = $1 and mailbox_id = $2 and id = $3 for key share';
  return (await maybe<{ id: string }>(tx, sql, [tenantId, mailboxId, id]))?.id;
}
