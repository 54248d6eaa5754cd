import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lock, nextPosition, SYSTEM_DATA_SOURCE } from '#libs/persistence';
import type { AlertCondition, AlertEvent, AlertRule } from './alert.js';

const RULE = `id, name, metric, operator, threshold, window_minutes as "windowMinutes", active, state, value,
  evaluated_at as "evaluatedAt", created_at as "createdAt", updated_at as "updatedAt"`;
const EVENT = `position::float8 as position, rule_id as "ruleId", name, metric, operator, threshold,
  window_minutes as "windowMinutes", type, value, reason, occurred_at as "occurredAt"`;

/** The rows of alert rules, and of what became of them. */
@Injectable()
export class AlertRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.system.transaction(work);
  }

  async rules(): Promise<AlertRule[]> {
    return this.system.query<AlertRule[]>(`select ${RULE} from alert_rule order by created_at, id`);
  }

  async find(id: string): Promise<AlertRule | undefined> {
    const [row] = await this.system.query<AlertRule[]>(`select ${RULE} from alert_rule where id = $1`, [id]);
    return row;
  }

  /** Waits for others who make rules, and tells how many there are. */
  async countForNew(tx: EntityManager): Promise<number> {
    await lock(tx, 'alert rule creation');
    const [row] = await tx.query<{ count: number }[]>(`select count(*)::int as count from alert_rule`);
    return row?.count ?? 0;
  }

  async add(tx: EntityManager, rule: AlertCondition, createdBy: string): Promise<AlertRule> {
    const [row] = await tx.query<AlertRule[]>(
      `insert into alert_rule (id, name, metric, operator, threshold, window_minutes, active, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${RULE}`,
      [uuidv7(), ...conditionValues(rule), createdBy],
    );
    if (!row) throw new Error('A new rule was not returned');
    return row;
  }

  /** The rule, which nobody else changes until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<AlertRule | undefined> {
    const [row] = await tx.query<AlertRule[]>(`select ${RULE} from alert_rule where id = $1 for update`, [id]);
    return row;
  }

  /** Puts another condition in place of a rule's; it begins anew, as one that was never looked at. */
  async replace(tx: EntityManager, id: string, rule: AlertCondition): Promise<AlertRule> {
    const [rows] = await tx.query<[AlertRule[], number]>(
      `update alert_rule set name = $2, metric = $3, operator = $4, threshold = $5, window_minutes = $6, active = $7,
              state = 'ok', value = null, evaluated_at = null, updated_at = now()
       where id = $1 returning ${RULE}`,
      [id, ...conditionValues(rule)],
    );
    const [row] = rows;
    if (!row) throw new Error('A rule that is locked was not found');
    return row;
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query(`delete from alert_rule where id = $1`, [id]);
  }

  /** Active rules that nobody has evaluated for a while; whoever changes them meanwhile waits. */
  async due(tx: EntityManager, olderThanMs: number): Promise<AlertRule[]> {
    return tx.query<AlertRule[]>(
      `select ${RULE} from alert_rule
       where active and (evaluated_at is null or evaluated_at <= now() - $1 * interval '1 millisecond')
       order by id for update`,
      [olderThanMs],
    );
  }

  async setEvaluated(tx: EntityManager, id: string, state: AlertRule['state'], value: number | null): Promise<void> {
    await tx.query(`update alert_rule set state = $2, value = $3, evaluated_at = now() where id = $1`, [
      id,
      state,
      value,
    ]);
  }

  async addEvent(
    tx: EntityManager,
    rule: AlertRule,
    event: Pick<AlertEvent, 'type' | 'value' | 'reason'>,
  ): Promise<void> {
    const { id, name, metric, operator, threshold, windowMinutes } = rule;
    await tx.query(
      `insert into alert_event (position, rule_id, name, metric, operator, threshold, window_minutes, type, value, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [nextPosition(), id, name, metric, operator, threshold, windowMinutes, event.type, event.value, event.reason],
    );
  }

  /** What happened, last first. */
  async events(ruleId: string | undefined, before: number | undefined, limit: number): Promise<AlertEvent[]> {
    return this.system.query<AlertEvent[]>(
      `select ${EVENT} from alert_event
       where ($1::uuid is null or rule_id = $1) and ($2::bigint is null or alert_event.position < $2)
       order by alert_event.position desc limit $3`,
      [ruleId ?? null, before || null, limit],
    );
  }

  /** What nobody was told of yet in the last day; no other process tells it meanwhile. */
  async unnotified(tx: EntityManager, limit: number): Promise<AlertEvent[]> {
    return tx.query<AlertEvent[]>(
      `select ${EVENT} from alert_event where notified_at is null and occurred_at > now() - interval '1 day'
       order by alert_event.position limit $1 for update skip locked`,
      [limit],
    );
  }

  async setNotified(tx: EntityManager, positions: readonly number[]): Promise<void> {
    await tx.query(`update alert_event set notified_at = now() where position = any($1::bigint[])`, [positions]);
  }

  async forgetEvents(keptDays: number): Promise<void> {
    await this.system.query(`delete from alert_event where occurred_at < now() - $1 * interval '1 day'`, [keptDays]);
  }
}

function conditionValues({ name, metric, operator, threshold, windowMinutes, active }: AlertCondition): unknown[] {
  return [name, metric, operator, threshold, windowMinutes, active];
}
