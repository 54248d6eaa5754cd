import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Raw, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { listPositionPage, lock, nextPosition, returned, type Page, type PageRequest } from '#libs/core/persistence';
import { AlertEvent } from './alert-event.entity.js';
import { AlertRule } from './alert-rule.entity.js';
import type { AlertCondition } from './alert.js';

const DAY_MS = 86_400_000;

/** Alert rules and their events. */
@Injectable()
export class AlertRepository {
  /** Oldest first. */
  async list(tx: EntityManager): Promise<AlertRule[]> {
    return tx.find(AlertRule, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(tx: EntityManager, id: string): Promise<AlertRule | null> {
    return tx.findOneBy(AlertRule, { id });
  }

  async lockForUpdate(tx: EntityManager, id: string): Promise<AlertRule | null> {
    return tx.findOne(AlertRule, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many rules there are. Other inserts wait until the transaction ends. */
  async countForInsert(tx: EntityManager): Promise<number> {
    await lock(tx, 'alert rule creation');
    return tx.count(AlertRule);
  }

  async insert(tx: EntityManager, condition: AlertCondition, createdBy: string): Promise<AlertRule> {
    const values = { ...condition, id: uuidv7(), createdBy };
    const insert = tx.createQueryBuilder().insert().into(AlertRule).values(values).returning('*');
    return only(returned(tx, AlertRule, await insert.execute()));
  }

  /** Replaces the condition of a locked rule and resets its state, as if it had never been evaluated. */
  async replace(tx: EntityManager, id: string, condition: AlertCondition): Promise<AlertRule> {
    const rule = { ...condition, state: 'ok', value: null, evaluatedAt: null, updatedAt: () => 'now()' } as const;
    return only(returned(tx, AlertRule, await tx.getRepository(AlertRule).update({ id }, rule, { returning: '*' })));
  }

  async delete(tx: EntityManager, id: string): Promise<void> {
    await tx.getRepository(AlertRule).delete({ id });
  }

  /** Locks and returns the active rules whose last evaluation is older than this. */
  async lockDue(tx: EntityManager, olderThanMs: number): Promise<AlertRule[]> {
    const isOld = (column: string) => `${column} <= now() - :olderThanMs * interval '1 millisecond'`;
    return tx.find(AlertRule, {
      where: [
        { active: true, evaluatedAt: IsNull() },
        { active: true, evaluatedAt: Raw(isOld, { olderThanMs }) },
      ],
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Records an evaluation of a locked rule. */
  async updateState(tx: EntityManager, id: string, state: AlertRule['state'], value: number | null): Promise<void> {
    await tx.getRepository(AlertRule).update({ id }, { state, value, evaluatedAt: () => 'now()' });
  }

  async insertEvent(
    tx: EntityManager,
    rule: AlertRule,
    event: Pick<AlertEvent, 'type' | 'value' | 'reason'>,
  ): Promise<void> {
    const { id: ruleId, name, metric, operator, threshold, windowMinutes } = rule;
    const condition = { name, metric, operator, threshold, windowMinutes };
    await tx.insert(AlertEvent, { position: nextPosition(), ruleId, ...condition, ...event });
  }

  /** Latest first. */
  async listEventsPage(tx: EntityManager, ruleId: string | undefined, page: PageRequest): Promise<Page<AlertEvent>> {
    const query = tx.createQueryBuilder(AlertEvent, 'event').where(ruleId ? { ruleId } : {});
    return listPositionPage(query, page);
  }

  /** Locks and returns events of the last day without an e-mail; skips those that another process has locked. */
  async lockUnnotified(tx: EntityManager, limit: number): Promise<AlertEvent[]> {
    return tx.find(AlertEvent, {
      where: { notifiedAt: IsNull(), occurredAt: Raw((column) => `${column} > now() - interval '1 day'`) },
      order: { position: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async setNotified(tx: EntityManager, positions: readonly number[]): Promise<void> {
    const notified = { position: In([...positions]) };
    await tx.getRepository(AlertEvent).update(notified, { notifiedAt: () => 'now()' });
  }

  async deleteOldEvents(tx: EntityManager, keptDays: number): Promise<void> {
    const before = new Date(Date.now() - keptDays * DAY_MS);
    await tx.getRepository(AlertEvent).delete({ occurredAt: LessThan(before) });
  }
}

function only([rule]: AlertRule[]): AlertRule {
  if (!rule) throw new Error('A statement that always returns a rule returned none');
  return rule;
}
