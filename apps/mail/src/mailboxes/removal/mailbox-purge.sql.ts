import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

export interface ExpiredMailbox {
  tenantId: TenantId;
  id: string;
}

/** Needs the system role. */
const EXPIRED = `
  select tenant_id as "tenantId", id from mailbox
   where removed_at <= $1
   order by removed_at
   limit $2`;

export const listExpired = (tx: SqlExecutor, before: Date, limit: number): Promise<ExpiredMailbox[]> =>
  many<ExpiredMailbox>(tx, EXPIRED, [before, limit]);

const DELETE_MESSAGES = `
  delete from mail_message
   where tenant_id = $1 and id in (
     select id from mail_message where tenant_id = $1 and mailbox_id = $2 limit $3
   )`;

const DELETE_REFERENCES = `
  delete from thread_reference
   where tenant_id = $1 and mailbox_id = $2 and message_id_hash in (
     select message_id_hash from thread_reference where tenant_id = $1 and mailbox_id = $2 limit $3
   )`;

/** Deletes some messages of a mailbox with their attachments; returns how many. */
export const purgeMessages = (tx: SqlExecutor, { tenantId, id }: ExpiredMailbox, limit: number): Promise<number> =>
  exec(tx, DELETE_MESSAGES, [tenantId, id, limit]);

export const deleteReferences = (tx: SqlExecutor, { tenantId, id }: ExpiredMailbox, limit: number): Promise<number> =>
  exec(tx, DELETE_REFERENCES, [tenantId, id, limit]);

/** A removed domain may still name it. */
export const releaseCatchAll = (tx: SqlExecutor, { tenantId, id }: ExpiredMailbox): Promise<number> =>
  exec(tx, 'update mail_domain set catch_all_mailbox_id = null where tenant_id = $1 and catch_all_mailbox_id = $2', [
    tenantId,
    id,
  ]);
