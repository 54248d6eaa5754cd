import { exec, many, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { EmailStatus } from '../contacts/contact-values.js';
import type { IdentifierKind } from '../identifiers/identifiers.js';
import type { NoticeSubject } from './notice-subject.js';

/*
 * Deleted contacts are found, too: a restored one has not forgotten what its recipient said. Merged ones are not: the
 * kept contact has their addresses. The two branches have an index each.
 */
const CONTACTS_OF = `
  with given as (select * from unnest($2::text[], $3::bytea[]) as given (kind, blind_index))
  select i.contact_id as id from given join contact_identifier i
      on i.blind_index = given.blind_index and i.kind = given.kind and i.tenant_id collate "C" = $1 and i.is_live
  union
  select i.contact_id from given join contact_identifier i
      on i.tenant_id = $1 and i.kind = given.kind and i.blind_index = given.blind_index and not i.is_live
   where not exists (
     select from contact_merge m where m.tenant_id = $1 and m.merged_contact_id = i.contact_id and m.undone_at is null)`;

export interface IndexedValue {
  kind: IdentifierKind;
  blindIndex: Buffer;
}

/** The contacts that have one of the addresses. */
export async function listContactsOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  addresses: readonly IndexedValue[],
): Promise<string[]> {
  const values = [tenantId, addresses.map(({ kind }) => kind), addresses.map(({ blindIndex }) => blindIndex)];
  return (await many<{ id: string }>(tx, CONTACTS_OF, values)).map(({ id }) => id);
}

export interface NoticeTime {
  contactId: string;
  subject: NoticeSubject;
  occurredAt: Date;
}

/** Lists when Platform last told of these contacts. */
export async function listNoticeTimes(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<NoticeTime[]> {
  return many(
    tx,
    `select contact_id as "contactId", subject, occurred_at as "occurredAt" from recipient_notice
      where tenant_id = $1 and contact_id = any ($2)`,
    [tenantId, contactIds],
  );
}

/** Keeps the newest times; the caller has locked the contacts. */
export async function upsertNoticeTimes(tx: SqlExecutor, tenantId: TenantId, times: readonly NoticeTime[]) {
  await exec(
    tx,
    `insert into recipient_notice (tenant_id, contact_id, subject, occurred_at)
     select $1, * from unnest($2::text[], $3::text[], $4::timestamptz[])
     on conflict (tenant_id, contact_id, subject) do update set occurred_at = excluded.occurred_at`,
    [
      tenantId,
      times.map(({ contactId }) => contactId),
      times.map(({ subject }) => subject),
      times.map(({ occurredAt }) => occurredAt),
    ],
  );
}

export interface ChangedContact {
  contactId: string;
  emailStatus: EmailStatus | null;
  /** True if its timeline has a new entry. */
  isActive: boolean;
}

/** The caller has locked the contacts. */
export async function updateEmailStatuses(tx: SqlExecutor, tenantId: TenantId, changed: readonly ChangedContact[]) {
  await exec(
    tx,
    `update contact set email_status = given.email_status, updated_at = now(),
            last_activity_at = case when given.is_active then now() else last_activity_at end
       from unnest($2::text[], $3::text[], $4::boolean[]) as given (id, email_status, is_active)
      where ${rowsByKeys('contact', { id: '$2::text[]' })} and contact.id = given.id`,
    [
      tenantId,
      changed.map(({ contactId }) => contactId),
      changed.map(({ emailStatus }) => emailStatus),
      changed.map(({ isActive }) => isActive),
    ],
  );
}
