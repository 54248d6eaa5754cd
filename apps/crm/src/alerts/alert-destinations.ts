import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';

/** Message to the destination of an alert. */
export interface AlertNotification {
  type: string;
  /** A destination gets an event once. */
  eventId: string;
  data: object;
}

/** The destinations of an account, as far as alerts need them. An account has none yet. */
@Injectable()
export class AlertDestinations {
  async exists(_tx: EntityManager, _tenantId: TenantId, _id: string): Promise<boolean> {
    return false;
  }

  /** Enqueues in the caller's transaction. False if the destination is unknown or inactive. */
  async enqueue(_tx: EntityManager, _tenantId: TenantId, _id: string, _event: AlertNotification): Promise<boolean> {
    return false;
  }
}
