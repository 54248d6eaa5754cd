import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditEvent } from '#libs/core/audit';
import { isUuid, Problem, refusal } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { DestinationRepository } from '../destinations/destination.repository.js';
import { AlertChanges } from './alert-changes.js';
import { AlertClock } from './alert-clock.js';
import type { AlertChangeReason, AlertEvent } from './alert-event.entity.js';
import {
  type AlertValues,
  invalid,
  isSame,
  type LeadNumbers,
  MAX_ALERTS,
  validateRule,
  valueOf,
} from './alert-rule.js';
import type { Alert } from './alert.entity.js';
import { AlertRepository } from './alert.repository.js';

/** An alert, and its value now. */
export interface AlertWithValue extends Alert {
  value: number | null;
}

/** The alerts of accounts. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
    private readonly changes: AlertChanges,
    private readonly destinations: DestinationRepository,
    private readonly clock: AlertClock,
  ) {}

  /** @throws Problem Unprocessable for a rule or a destination that is not valid, and at the limit */
  async create(tenantId: TenantId, values: AlertValues): Promise<AlertWithValue> {
    validateRule(values);
    return this.database.tenant(tenantId, async (tx) => {
      await this.validateDestination(tx, tenantId, values);
      if ((await this.alerts.lockAndCount(tx, tenantId)) >= MAX_ALERTS) throw tooMany();
      const alert = await this.alerts.insert(tx, tenantId, values, this.clock.now());
      const shown = await this.withValue(tx, alert);
      await audit(tx, 'alert.created', alert, { after: auditedOf(alert) });
      return shown;
    });
  }

  /** Oldest first. */
  async list(tenantId: TenantId): Promise<AlertWithValue[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const alerts = await this.alerts.list(tx, tenantId);
      return this.withValues(tx, tenantId, alerts);
    });
  }

  async find(tenantId: TenantId, id: string): Promise<AlertWithValue | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, async (tx) => {
      const alert = await this.alerts.find(tx, tenantId, id);
      return alert && this.withValue(tx, alert);
    });
  }

  /** A change puts the state back to calm; the same values change nothing. @throws Problem NotFound and those of {@link create} */
  async replace(tenantId: TenantId, id: string, values: AlertValues): Promise<AlertWithValue> {
    validateRule(values);
    return this.database.tenant(tenantId, async (tx) => {
      const before = found(await this.alerts.lockForUpdate(tx, tenantId, id));
      if (isSame(before, values)) return this.withValue(tx, before);
      await this.validateDestination(tx, tenantId, values);
      const now = this.clock.now();
      const alert = await this.alerts.replace(tx, before, values, now);
      await this.calm(tx, before, 'changed', now);
      const shown = await this.withValue(tx, alert);
      await audit(tx, 'alert.changed', alert, { before: auditedOf(before), after: auditedOf(alert) });
      return shown;
    });
  }

  /** Its events stay. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const alert = found(await this.alerts.lockForUpdate(tx, tenantId, id));
      await this.alerts.delete(tx, alert);
      await this.calm(tx, alert, 'deleted', this.clock.now());
      await audit(tx, 'alert.deleted', alert, { before: auditedOf(alert) });
    });
  }

  /** Newest first. @param alertId of one alert only; a deleted one has its events still */
  async listEventsPage(
    tenantId: TenantId,
    alertId: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<AlertEvent>> {
    return this.database.tenant(tenantId, (tx) => this.alerts.listEventsPage(tx, tenantId, alertId, page));
  }

  /** Each firing ends with an event, and the destination that heard of it hears of its end. */
  private async calm(tx: EntityManager, alert: Alert, reason: AlertChangeReason, now: Date): Promise<void> {
    if (alert.state === 'fired') await this.changes.record(tx, [{ alert, to: 'calm', value: null, reason }], now);
  }

  /** @throws Problem Unprocessable for a destination that the account does not have */
  private async validateDestination(
    tx: EntityManager,
    tenantId: TenantId,
    { destinationId: id }: AlertValues,
  ): Promise<void> {
    if (id === null) return;
    if (!isUuid(id) || !(await this.destinations.find(tx, tenantId, 'webhook', id)))
      throw invalid('destino_id', 'A conta não tem este destino.');
  }

  private async withValue(tx: EntityManager, alert: Alert): Promise<AlertWithValue> {
    return (await this.withValues(tx, alert.tenantId, [alert]))[0]!;
  }

  private async withValues(tx: EntityManager, tenantId: TenantId, alerts: readonly Alert[]): Promise<AlertWithValue[]> {
    const now = this.clock.now();
    const numbers = await this.alerts.listNumbers(tx, tenantId, now);
    return alerts.map((alert) => ({ ...alert, value: valueOf(alert, numbers.get(alert.id) ?? NO_LEADS, now) }));
  }
}

const NO_LEADS: LeadNumbers = { lastLeadAt: null, captured: 0, bad: 0 };

const tooMany = (): Problem => refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_ALERTS} alertas.` });

const auditedOf = ({ name, type, threshold, windowMinutes, destinationId, active }: Alert) => ({
  name,
  type,
  threshold,
  windowMinutes,
  destinationId,
  active,
});

async function audit(
  tx: EntityManager,
  action: string,
  { tenantId, id }: Alert,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'alert', id }, tenantId, ...change });
}

/** @throws Problem NotFound */
export function found<A extends Alert>(alert: A | null): A {
  if (!alert) throw new Problem('NotFound');
  return alert;
}
