import { many, type SqlExecutor } from '#libs/persistence';
import type { MailDomain } from '../domains/mail-domain.entity.js';

/** What receiving needs of a mailbox. */
export interface ReceivingMailbox {
  id: string;
  localPart: string;
  usedBytes: number;
  quotaBytes: number;
  isRemoved: boolean;
  /** Whether it takes the mail of its domain that has no mailbox. */
  isCatchAll: boolean;
}

/** The mailboxes of a domain with these local parts, removed ones included, and its catch-all, all by one look-up of keys. */
export async function findReceiving(
  tx: SqlExecutor,
  { tenantId, name, catchAllMailboxId }: MailDomain,
  localParts: readonly string[],
): Promise<ReceivingMailbox[]> {
  return many<ReceivingMailbox>(
    tx,
    `select id, local_part as "localPart", used_bytes::float8 as "usedBytes", quota_bytes::float8 as "quotaBytes",
            removed_at is not null as "isRemoved", coalesce(id = $3, false) as "isCatchAll"
       from mailbox where tenant_id = $1 and (address = any ($2) or id = $3)`,
    [tenantId, localParts.map((localPart) => `${localPart}@${name}`), catchAllMailboxId],
  );
}
