import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Use of a mailbox that keeps it from being removed. */
export interface MailboxBinding {
  kind: 'catch-all' | 'forwarding' | 'subscription';
  /** Id of the domain, of the mailbox that forwards to it, or of the mailbox itself. */
  id: string;
  description: string;
}

/** More than a person looks through. */
const LISTED = 100;

const BINDINGS = `
  select kind, id, description from (
    select 'catch-all' as kind, id, name as description
      from mail_domain
     where tenant_id = $1 and catch_all_mailbox_id = $2 and removed_at is null
    union all
    select 'forwarding', source.id, source.address
      from mailbox target
      join forwarding_address f on f.tenant_id = target.tenant_id and lower(f.address) = target.address
      join mailbox source on source.tenant_id = f.tenant_id and source.id = f.mailbox_id and source.removed_at is null
     where target.tenant_id = $1 and target.id = $2
    union all
    select 'subscription', mailbox_id, description
      from mailbox_subscription
     where tenant_id = $1 and mailbox_id = $2
  ) binding
  order by kind, description
  limit ${LISTED}`;

export async function listBindings(tx: SqlExecutor, tenantId: TenantId, mailboxId: string): Promise<MailboxBinding[]> {
  return many<MailboxBinding>(tx, BINDINGS, [tenantId, mailboxId]);
}
