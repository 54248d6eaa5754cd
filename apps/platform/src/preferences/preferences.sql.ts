import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { NO_TOPIC, type SuppressionTopic } from '../suppressions/suppression.js';
import type { Choice } from './preferences.js';

/** Most choices that are shown: more than an account has topics; of lists, the first by name. */
const MOST = 200;

/*
 * A list's name is shown if its members were asked for a confirmation, so that they know it. The list of the message, and one
 * that the recipient has left, are choices in any case. What the account holds back by itself is none.
 */
const CHOICES = `
  with entry as (
    select topic, reason from suppression where tenant_id = $1 and address = $2 and sender = ''
  ), choice as (
    select t.id, t.name, t.description, 0 as kind from topic t where t.tenant_id = $1 and not t.transactional
    union all
    select l.id, case when l.double_opt_in then l.name end, case when l.double_opt_in then l.description end, 1
    from contact_list l
    where l.tenant_id = $1 and (
      l.id = $3 or l.id in (select topic from entry)
      or l.double_opt_in and l.id in (
        select m.list_id from contact c join contact_list_member m on m.tenant_id = c.tenant_id and m.contact_id = c.id
        where c.tenant_id = $1 and c.email_key = $2 and m.pending_since is null))
  )
  select id, name, description, id not in (select topic from entry) as "isOn"
 from choice
  where id not in (select topic from entry where reason <> 'unsubscribe')
  order by kind, name is null, lower(name), id limit ${MOST}`;

/** The choices of a recipient, whatever else is held back from it. */
export async function listChoices(
  tx: SqlExecutor,
  tenantId: TenantId,
  address: string,
  topicOfMessage: string | null,
): Promise<Choice[]> {
  return many(tx, CHOICES, [tenantId, address, topicOfMessage]);
}

/* All that is not transactional: the topics, the lists on which the recipient is, and what is of neither. */
const EVERY_TOPIC = `
  select t.id from topic t where t.tenant_id = $1 and not t.transactional
  union
  select m.list_id from contact c join contact_list_member m on m.tenant_id = c.tenant_id and m.contact_id = c.id
  where c.tenant_id = $1 and c.email_key = $2
  union
  select '${NO_TOPIC}'`;

/** Lists the topics that together hold back the same as an entry for all that is not transactional, as things are now. */
export async function listEveryTopic(
  tx: SqlExecutor,
  tenantId: TenantId,
  address: string,
): Promise<SuppressionTopic[]> {
  const rows = await many<{ id: SuppressionTopic }>(tx, EVERY_TOPIC, [tenantId, address]);
  return rows.map(({ id }) => id);
}
