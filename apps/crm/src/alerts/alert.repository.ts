import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { v7 } from 'uuid';
import {
  exec,
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  lockKey,
  many,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { AlertEvent } from './alert-event.entity.js';
import type { AlertValues, LeadNumbers } from './alert-rule.js';
import { Alert } from './alert.entity.js';
import {
  DELETE_OLD_EVENTS,
  EVENTS,
  INSERT_EVENTS,
  JUDGED,
  LIST_NUMBERS,
  LIST_OBSERVED,
  UPDATE_JUDGED,
} from './alert.sql.js';

/** An active alert and the numbers that it is judged by. */
export type ObservedAlert = LeadNumbers &
  Pick<Alert, 'tenantId' | 'id' | 'type' | 'threshold' | 'state' | 'observedFrom' | 'clearSince' | 'revision'>;

export type JudgedAlert = Pick<Alert, 'tenantId' | 'id' | 'state' | 'clearSince' | 'revision'>;

/** An alert, as its destination is told of it. */
export type NotifiedAlert = Pick<
  Alert,
  'tenantId' | 'id' | 'name' | 'type' | 'threshold' | 'windowMinutes' | 'destinationId'
>;

@Injectable()
export class AlertRepository {
  /** Oldest first. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<Alert[]> {
    return tx.find(Alert, { where: { tenantId }, order: { id: 'asc' } });
  }

  /** The numbers of leads for each alert of the tenant, by id. */
  async listNumbers(tx: EntityManager, tenantId: TenantId, now: Date): Promise<Map<string, LeadNumbers>> {
    const rows = await many<LeadNumbers & { id: string }>(tx, LIST_NUMBERS, [now, tenantId]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Alert | null> {
    return tx.findOneBy(Alert, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Alert | null> {
    return tx.findOne(Alert, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many alerts the tenant has; others that are made meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'lead alerts', tenantId);
    return tx.countBy(Alert, { tenantId });
  }

  async insert(tx: EntityManager, tenantId: TenantId, values: AlertValues, now: Date): Promise<Alert> {
    const times = { since: now, observedFrom: now, createdAt: now, updatedAt: now };
    const alert: Alert = { ...values, ...times, tenantId, id: v7(), state: 'calm', clearSince: null, revision: 1 };
    await tx.insert(Alert, alert);
    return alert;
  }

  /** Replaces a locked alert, which is calm by it and observes anew. */
  async replace(tx: EntityManager, before: Alert, values: AlertValues, now: Date): Promise<Alert> {
    const { tenantId, id } = before;
    const since = before.state === 'calm' ? before.since : now;
    const revision = before.revision + 1;
    const state = { state: 'calm' as const, since, observedFrom: now, clearSince: null, revision, updatedAt: now };
    await tx.update(Alert, { tenantId, id }, { ...values, ...state });
    return { ...before, ...values, ...state };
  }

  async delete(tx: EntityManager, { tenantId, id }: Alert): Promise<void> {
    await tx.delete(Alert, { tenantId, id });
  }

  /** The next active alerts of all tenants, by tenant and id. Needs the system role. */
  async listObserved(
    tx: SqlExecutor,
    now: Date,
    after: Pick<Alert, 'tenantId' | 'id'> | undefined,
    limit: number,
  ): Promise<ObservedAlert[]> {
    return many(tx, LIST_OBSERVED, [now, after?.tenantId ?? '', after?.id ?? NIL, limit]);
  }

  /** Writes the states of alerts that nobody has changed since they were read; returns those. */
  async updateJudged(tx: SqlExecutor, judged: readonly JudgedAlert[], now: Date): Promise<NotifiedAlert[]> {
    return many(tx, UPDATE_JUDGED, [now, ...JUDGED.values(judged)]);
  }

  async insertEvents(tx: SqlExecutor, events: readonly AlertEvent[]): Promise<void> {
    if (events.length > 0) await exec(tx, INSERT_EVENTS, EVENTS.values(events));
  }

  /** Says whether a journey was interrupted after a time. */
  async hasInterruption(tx: EntityManager, tenantId: TenantId, journeyId: string, after: Date): Promise<boolean> {
    return tx.existsBy(AlertEvent, { tenantId, journeyId, occurredAt: MoreThan(after) });
  }

  /** Newest first. @param alertId of one alert only */
  async listEventsPage(
    tx: EntityManager,
    tenantId: TenantId,
    alertId: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<AlertEvent>> {
    const query = tx.createQueryBuilder(AlertEvent, 'event').where('event.tenantId = :tenantId', { tenantId });
    if (alertId !== undefined) query.andWhere('event.alertId = :alertId', { alertId });
    return listKeysetPage(query, ['id'], page);
  }

  /** Deletes events of all tenants from before a time; returns how many. Needs the system role. */
  async deleteOldEvents(tx: SqlExecutor, before: Date, limit: number): Promise<number> {
    return exec(tx, DELETE_OLD_EVENTS, [before, limit]);
  }
}

const NIL = '00000000-0000-0000-0000-000000000000';
