import { many, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { GrantRole } from '../mailbox-values.js';

export interface GrantedMailbox {
  userId: Id<'usr'>;
  mailboxId: string;
  address: string;
  role: GrantRole;
}

/** Selects for each user the first mailboxes by address, up to a number. */
const GRANTED = `
  select "userId", "mailboxId", address, role
    from unnest($3::text[]) as account ("userId")
   cross join lateral (
     select mailbox.id as "mailboxId", mailbox.address, mailbox_grant.role
       from mailbox_grant
       join mailbox on mailbox.tenant_id = mailbox_grant.tenant_id and mailbox.id = mailbox_grant.mailbox_id
       join mail_domain on mail_domain.tenant_id = mailbox.tenant_id and mail_domain.id = mailbox.domain_id
      where mailbox_grant.tenant_id = $1 and mailbox_grant.user_id = account."userId"
        and mail_domain.organisation_id = $2 and mailbox.removed_at is null
      order by mailbox.address
      limit $4
   ) granted`;

export const listGranted = (
  tx: SqlExecutor,
  tenantId: TenantId,
  organisationId: string,
  userIds: readonly string[],
  limit: number,
): Promise<GrantedMailbox[]> => many<GrantedMailbox>(tx, GRANTED, [tenantId, organisationId, userIds, limit]);
