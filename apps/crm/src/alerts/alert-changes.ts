import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { metrics } from '#libs/core/observability';
import { DestinationDeliveries } from '../destinations/destination-deliveries.js';
import { eventIdOf } from '../destinations/event-payload.js';
import type { AlertChangeReason, AlertEvent } from './alert-event.entity.js';
import type { AlertState } from './alert.entity.js';
import { AlertRepository, type NotifiedAlert } from './alert.repository.js';
import { toWireState, WIRE_REASONS, WIRE_TYPES } from './wire-alert.js';

export const ALERT_CHANGED = 'crm.alert.changed';

export interface AlertChange {
  alert: NotifiedAlert;
  to: AlertState;
  value: number | null;
  reason: AlertChangeReason;
}

/** Records changes of states of alerts, and notifies their destinations, in the transaction that makes them. */
@Injectable()
export class AlertChanges {
  private readonly changes = metrics.registerCounter({
    name: 'crm_alert_changes_total',
    help: 'Changes of the state of alerts, by the new state, as this process made them',
    labelNames: ['type', 'state'],
  });

  constructor(
    private readonly alerts: AlertRepository,
    private readonly deliveries: DestinationDeliveries,
  ) {}

  /** Each change is one event, and one notification, whose id is made of the event's. */
  async record(tx: EntityManager, changes: readonly AlertChange[], now: Date): Promise<void> {
    const events = changes.map((change) => toEvent(change, now));
    await this.alerts.insertEvents(tx, events);
    for (const [index, { alert, to }] of changes.entries()) {
      await this.notify(tx, alert, events[index]!);
      this.changes.inc({ type: alert.type, state: to });
    }
  }

  private async notify(tx: EntityManager, alert: NotifiedAlert, event: AlertEvent): Promise<void> {
    const { tenantId, destinationId } = alert;
    if (destinationId === null) return;
    const eventId = eventIdOf(ALERT_CHANGED, event.id);
    const notification = { type: ALERT_CHANGED, eventId, data: toNotification(alert, event), contactId: null };
    // One that is switched off hears nothing; the event is there all the same.
    await this.deliveries.enqueue(tx, tenantId, destinationId, notification);
  }
}

const toEvent = ({ alert, to, value, reason }: AlertChange, occurredAt: Date): AlertEvent => ({
  tenantId: alert.tenantId,
  id: v7(),
  alertId: alert.id,
  journeyId: null,
  fromState: to === 'fired' ? 'calm' : 'fired',
  toState: to,
  value,
  reason,
  occurredAt,
});

/** The `Data` of a webhook, in the spelling of all webhooks, with the values of the CRM's API. */
const toNotification = (
  { id, name, type, threshold, windowMinutes }: NotifiedAlert,
  { id: alertEventId, fromState, toState, value, reason, occurredAt }: AlertEvent,
) => ({
  AlertEventId: alertEventId,
  AlertId: id,
  Name: name,
  Type: WIRE_TYPES[type],
  Threshold: threshold,
  WindowMinutes: windowMinutes,
  From: toWireState(fromState),
  To: toWireState(toState),
  Value: value,
  Reason: WIRE_REASONS[reason],
  OccurredAt: occurredAt.toISOString(),
});
