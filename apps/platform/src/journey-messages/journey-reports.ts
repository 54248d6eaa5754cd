import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { normalAddress } from '../suppressions/suppression.js';
import type { JourneyFault } from './journey-message.js';

/** Something that a journey asked for and that was not done. */
export interface FailedRequest {
  id: string;
  address: string;
  origin: string;
}

/** Tells the CRM what could not be sent, and why; what happens to messages that were sent, it hears with all others. */
@Injectable()
export class JourneyReports {
  constructor(
    private readonly events: AppEventSender,
    private readonly config: PlatformConfig,
  ) {}

  async failed(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly FailedRequest[],
    reason: JourneyFault,
  ): Promise<void> {
    if (!this.config.crmUrl || requests.length === 0) return;
    const occurredAt = new Date().toISOString();
    await this.events.send(tx, tenantId, 'crm', 'platform.messages.reported', {
      reports: requests.map(({ id, address, origin }) => ({
        messageId: id,
        channel: 'email' as const,
        address: normalAddress(address),
        change: 'failed' as const,
        occurredAt,
        origin,
        reason,
      })),
    });
  }
}
