import { many, one, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { UNCOUNTED_FOLDERS } from './label-counts.sql.js';

/** Effects of a change: numbers of pairs of a message and a label that are new, or gone. */
export interface LabelsChanged {
  applied: number;
  removed: number;
}

// The mailbox is locked, so that no label needs a lock to be where it was found.
const CHANGE = `
  with chosen as (
    select m.id, m.sorted_at, m.is_read, folder.kind not in ${UNCOUNTED_FOLDERS} as is_counted
      from mail_message m join folder on folder.tenant_id = m.tenant_id and folder.id = m.folder_id
     where m.tenant_id = $1 and m.mailbox_id = $2 and m.id = any ($3::uuid[])
  ), removed as (
    delete from message_label where ctid = any (array(
      select held.ctid from chosen cross join unnest($5::uuid[]) as given (id) cross join lateral (
        select ctid from message_label where tenant_id = $1 and message_id = chosen.id and label_id = given.id offset 0) as held))
    returning message_id, label_id
  ), applied as (
    insert into message_label (tenant_id, message_id, label_id, mailbox_id, sorted_at)
    select $1, chosen.id, given.id, $2, chosen.sorted_at from chosen, unnest($4::uuid[]) given (id)
    on conflict do nothing
    returning message_id, label_id
  ), change as (
    select label_id, 1 as sign, is_read, is_counted from applied join chosen on chosen.id = message_id
    union all
    select label_id, -1, is_read, is_counted from removed join chosen on chosen.id = message_id
  ), counted as (
    update label set total = label.total + change.total, unread = label.unread + change.unread
      from (
        select label_id, sum(sign)::int as total, coalesce(sum(sign) filter (where not is_read), 0)::int as unread
          from change where is_counted group by label_id
      ) change
     where label.tenant_id = $1 and label.id = change.label_id
  )
  select (select count(*)::int from applied) as applied, (select count(*)::int from removed) as removed`;

/** Gives messages of a mailbox labels of it, and takes others, with the counts of the labels. The mailbox is locked. */
export const changeLabels = (
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  messageIds: readonly string[],
  { apply, remove }: { apply: readonly string[]; remove: readonly string[] },
): Promise<LabelsChanged> => one<LabelsChanged>(tx, CHANGE, [tenantId, mailboxId, messageIds, apply, remove]);

export interface LabelsOfMessage {
  messageId: string;
  labelIds: string[];
}

const LABELS_OF = `
  select message_id as "messageId", array_agg(label_id::text order by label_id) as "labelIds"
    from message_label where tenant_id = $1 and message_id = any ($2::uuid[])
   group by message_id`;

/** Lists the ids of the labels for each message that has any. */
export const labelsOf = (
  tx: SqlExecutor,
  tenantId: TenantId,
  messageIds: readonly string[],
): Promise<LabelsOfMessage[]> => many<LabelsOfMessage>(tx, LABELS_OF, [tenantId, messageIds]);
