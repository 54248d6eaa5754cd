import { one, type SqlExecutor, type TenantId } from '#libs/persistence';

/** What a mailbox does by itself with the mail that it receives. */
export interface RulesOfMailbox {
  /** Whether a forwarded message stays where it would be without; null if the mailbox forwards nothing by itself. */
  keepsCopy: boolean | null;
  /** The addresses that are confirmed. */
  addresses: { address: string; isDestination: boolean }[];
  /** Days until a sender is answered again; null if it answers nobody now. */
  answersEvery: number | null;
}

/** All of it by one statement, for each message that comes. */
const RULES_OF_MAILBOX = {
  name: 'mail-rules-of-mailbox',
  text: `
    select f.keeps_copy as "keepsCopy", v.interval_days as "answersEvery",
           coalesce((select json_agg(json_build_object('address', a.address, 'isDestination', a.is_destination))
                       from forwarding_address a
                      where a.tenant_id = $1 and a.mailbox_id = $2 and a.confirmed_at is not null), '[]') as addresses
      from (select) as mailbox
      left join forwarding f on f.tenant_id = $1 and f.mailbox_id = $2 and f.enabled
      left join vacation v on v.tenant_id = $1 and v.mailbox_id = $2 and v.enabled
           and (v.starts_at is null or v.starts_at <= now()) and (v.ends_at is null or v.ends_at > now())`,
};

export const findRulesOfMailbox = (tx: SqlExecutor, tenantId: TenantId, mailboxId: string): Promise<RulesOfMailbox> =>
  one<RulesOfMailbox>(tx, RULES_OF_MAILBOX, [tenantId, mailboxId]);
