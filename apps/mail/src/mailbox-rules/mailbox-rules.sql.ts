import type { RunningFilter } from './filters/filter-matching.js';
import type { SettableLabels } from './label-rules/system-labelling.js';
import { many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Rules of a mailbox for the mail that it receives. */
export interface RulesOfMailbox {
  /** Whether a forwarded message stays where it would be without; null if the mailbox forwards nothing by itself. */
  keepsCopy: boolean | null;
  /** The addresses that are confirmed. */
  addresses: { address: string; isDestination: boolean }[];
  /** Days until a sender is answered again; null if it answers nobody now. */
  answerIntervalDays: number | null;
  /** Enabled filters, in their order. */
  filters: RunningFilter[];
  /** The labels that rules may set. */
  labels: SettableLabels;
}

/**
 * All of it by one statement, for each group of messages that comes. The limits make it one look into each index for each mailbox: a
 * join may read the rules of all mailboxes of the tenant.
 */
const RULES_OF_MAILBOXES = prepared(
  'mail-rules-of-mailboxes',
  `
    select box.id as "mailboxId", f.keeps_copy as "keepsCopy", v.interval_days as "answerIntervalDays",
           coalesce((select json_agg(json_build_object('address', a.address, 'isDestination', a.is_destination))
                       from forwarding_address a
                      where a.tenant_id = box.tenant_id and a.mailbox_id = box.id and a.confirmed_at is not null), '[]') as addresses,
           coalesce((select json_agg(json_build_object('query', l.query, 'stops', l.stops, 'folderId', l.folder_id,
                                       'labelIds', array(select b.id from label b where b.tenant_id = box.tenant_id and b.mailbox_id = box.id
                                                           and b.id = any (l.label_ids)),  'marksRead', l.marks_read, 'stars', l.stars,
                                       'trashes', l.trashes, 'forwardTo', l.forward_to)
                                     order by l.position, l.id)
                       from mail_filter l
                      where l.tenant_id = box.tenant_id and l.mailbox_id = box.id and l.enabled), '[]') as filters,
           coalesce((select json_object_agg(b.system_key, b.id) from label b
                      where b.tenant_id = box.tenant_id and b.mailbox_id = box.id and b.system_key is not null
                        and not b.system_key = any (coalesce(r.disabled, '{}'))), '{}') as labels
      from unnest($1::text[], $2::uuid[]) as box (tenant_id, id)
      left join lateral (
        select * from forwarding where tenant_id = box.tenant_id and mailbox_id = box.id and enabled limit 1
      ) f on true
      left join lateral (
        select * from label_rule_setting where tenant_id = box.tenant_id and mailbox_id = box.id limit 1
      ) r on true
      left join lateral (
        select * from vacation where tenant_id = box.tenant_id and mailbox_id = box.id and enabled
          and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()) limit 1
      ) v on true`,
);

/** Reads the rules of mailboxes, by their ids. Each mailbox is named once. */
export async function findRulesOfMailboxes(
  tx: SqlExecutor,
  mailboxes: readonly { tenantId: TenantId; id: string }[],
): Promise<Map<string, RulesOfMailbox>> {
  const rows = await many<RulesOfMailbox & { mailboxId: string }>(tx, RULES_OF_MAILBOXES, [
    mailboxes.map(({ tenantId }) => tenantId),
    mailboxes.map(({ id }) => id),
  ]);
  return new Map(rows.map(({ mailboxId, ...rules }) => [mailboxId, rules]));
}
