import { exec, many, RowParameters, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { ToldMessageChange } from './told-message.entity.js';

/** Days for which a repeated open or click is known to be one. */
export const KEPT_DAYS = 90;

type Change = Omit<ToldMessageChange, 'tenantId'>;

const CHANGES = new RowParameters<Change>({
  message_id: { type: 'text', of: ({ messageId }) => messageId },
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  change: { type: 'text', of: ({ change }) => change },
  url_hash: { type: 'bytea', of: ({ urlHash }) => urlHash },
  occurred_at: { type: 'timestamptz', of: ({ occurredAt }) => occurredAt },
});

const INSERT_NEW = `
  with added as (
    insert into message_report (tenant_id, message_id, contact_id, change, url_hash, occurred_at)
    select $1, message_id, contact_id, change, url_hash, occurred_at from ${CHANGES.sql(2)} as given
     order by message_id, contact_id, change, url_hash, occurred_at
    on conflict do nothing returning message_id, contact_id, change, url_hash
  )
  select (array_agg(given.n order by given.occurred_at))[1]::int - 1 as index
    from added join ${CHANGES.sql(2)} as given using (message_id, contact_id, change, url_hash)
   group by message_id, contact_id, change, url_hash`;

/** Keeps changes; returns the positions of those that are the first of their kind. */
export async function insertNewChanges(
  tx: SqlExecutor,
  tenantId: TenantId,
  changes: readonly Change[],
): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const rows = await many<{ index: number }>(tx, INSERT_NEW, [tenantId, ...CHANGES.values(changes)]);
  return new Set(rows.map(({ index }) => index));
}

/** Copies what the timeline of another contact has, whose timeline was copied. */
export async function copyChangesOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  kept: Id<'cnt'>,
  other: Id<'cnt'>,
): Promise<void> {
  await exec(
    tx,
    `insert into message_report (tenant_id, message_id, contact_id, change, url_hash, occurred_at)
     select tenant_id, message_id, $2, change, url_hash, occurred_at from message_report
      where tenant_id = $1 and contact_id = $3 on conflict do nothing`,
    [tenantId, kept, other],
  );
}

/** Parameters: days, limit. */
export const DELETE_EXPIRED_REPORTS = `
  delete from message_report where ctid = any (array(
    select ctid from message_report where occurred_at < now() - $1 * interval '1 day' limit $2))`;
