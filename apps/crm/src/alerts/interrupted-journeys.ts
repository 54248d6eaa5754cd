import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { AlertRepository } from './alert.repository.js';

const DAY_MS = 86_400_000;

/** Tells users of journeys that were interrupted since they may be a loop. */
@Injectable()
export class InterruptedJourneys {
  constructor(private readonly alerts: AlertRepository) {}

  /** Records an event, at most one in 24 hours for a journey. @param count contacts that were kept from entering */
  async record(tx: EntityManager, tenantId: TenantId, journeyId: string, count: number, now: Date): Promise<void> {
    await lockKey(tx, 'interrupted journeys', tenantId);
    if (await this.alerts.hasInterruption(tx, tenantId, journeyId, new Date(now.getTime() - DAY_MS))) return;
    await this.alerts.insertEvents(tx, [
      {
        tenantId,
        id: v7(),
        alertId: null,
        journeyId,
        fromState: 'calm',
        toState: 'fired',
        value: count,
        reason: 'interrupted',
        occurredAt: now,
      },
    ]);
  }
}
