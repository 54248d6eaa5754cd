import { exec, type Id, lockRowsSql, many, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { CriteriaStatement } from '../criteria/criteria-statement.sql.js';

/** The points of a rule, and the condition under which a contact has them. */
export interface PointsOnCondition {
  points: number;
  condition: string;
}

/**
 * Evaluates contacts and writes the scores that are other than before, in one statement; returns those contacts. That nothing else of
 * them changes, `updated_at` says, too: a score is no activity.
 */
export async function writeScores(
  tx: SqlExecutor,
  sql: CriteriaStatement,
  rules: readonly PointsOnCondition[],
): Promise<Id<'cnt'>[]> {
  const parts = rules.map(({ points, condition }) => `case when ${condition} then ${points} else 0 end`);
  const scored = sql.text(`c.id, ${['0', ...parts].join(' + ')} as score`, 'true');
  const rows = await many<{ id: Id<'cnt'> }>(
    tx,
    `with scored as materialized (${scored}),
       changed as materialized (
         select contact.id, scored.score from scored join contact on contact.id = scored.id
          where contact.tenant_id = ${sql.tenant} and contact.score is distinct from scored.score
          order by contact.id for no key update of contact)
     update contact set score = changed.score from changed
      where contact.tenant_id = ${sql.tenant} and contact.id = changed.id returning contact.id`,
    sql.values,
  );
  return rows.map(({ id }) => id);
}

/** Names of the rules that a contact meets, by their index. */
export async function metRules(
  tx: SqlExecutor,
  sql: CriteriaStatement,
  conditions: readonly string[],
): Promise<boolean[]> {
  const array = conditions.map((condition) => `(${condition}) is true`);
  const [row] = await many<{ met: boolean[] }>(tx, sql.text(`array[${array.join(', ')}]::boolean[] as met`, 'true'), [
    ...sql.values,
  ]);
  return row?.met ?? [];
}

const KEYS = { id: '$2::text[]' };
const LOCK = lockRowsSql('contact', KEYS, { condition: 'score is not null' });

const CLEAR = `
  update contact set score = null
   where ${rowsByKeys('contact', KEYS)} and score is not null returning contact.id, contact.deleted_at is null as "isLive"`;

/** Takes their scores from contacts; returns those that had one and are not deleted. */
export async function clearScores(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<Id<'cnt'>[]> {
  await exec(tx, LOCK, [tenantId, contactIds]);
  const rows = await many<{ id: Id<'cnt'>; isLive: boolean }>(tx, CLEAR, [tenantId, contactIds]);
  return rows.flatMap(({ id, isLive }) => (isLive ? id : []));
}

/** Rules that depend on the day, and were evaluated on another one than the account's present. Parameters: default zone, rows. */
export const LIST_OUTDATED_SCORES = `
  select rules.tenant_id as "tenantId" from score_rules as rules
    left join account_settings as account on account.tenant_id = rules.tenant_id
   where rules.has_days and rules.state = 'ready'
     and rules.evaluated_on < (now() at time zone coalesce(account.time_zone, $1))::date
   order by rules.evaluated_on limit $2`;
