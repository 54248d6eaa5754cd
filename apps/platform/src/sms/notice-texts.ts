import { Injectable } from '@nestjs/common';
import type { ClaimedJob, JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { SmsFailure, type SmsTransport } from '#libs/messaging/sms';
import { CarrierMessageRepository, NO_MESSAGE } from './carrier-message.repository.js';
import { SmsCredentials } from './credentials/sms-credentials.service.js';
import { OwnCarriers } from './own/own-carriers.js';
import { SmsCarriers } from './sms-carriers.js';

export interface NoticeText {
  to: string;
  /** The sender of the installation if absent. */
  from?: string;
  body: string;
}

const RETRY_MS = 15_000;
/** Age at which a text of the platform is of no use: codes have expired, and nobody waits for an answer. */
const USELESS_AFTER_MS = 3_600_000;

interface Route {
  transport: SmsTransport;
  /** Key of a tenant's own carrier; absent for the carrier of the installation. */
  carrier?: string;
}

/** Texts of the platform itself, such as codes. They are no messages of a tenant, and their receipts are not recorded. */
@Injectable()
export class NoticeTexts {
  constructor(
    private readonly database: Database,
    private readonly carriers: SmsCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
    private readonly credentials: SmsCredentials,
    private readonly own: OwnCarriers,
  ) {}

  /**
   * Sends a text and completes its job; postpones the job if the carrier is busy. @param isOwn by the tenant's own
   * carrier, and not at all if it has none any more
   */
  async send<P>(batch: JobBatch<P>, job: ClaimedJob<P>, text: NoticeText | undefined, isOwn = false): Promise<void> {
    const { id, createdAt } = job;
    const isUseful = text !== undefined && Date.now() - createdAt.getTime() < USELESS_AFTER_MS;
    const route = isUseful ? await this.routeOf(batch.tenantId, isOwn) : undefined;
    let carrierIds: readonly string[] = [];
    if (isUseful && route) {
      try {
        const { carrierId, partIds } = await route.transport.send({ id: `notice-${id}`, ...text });
        carrierIds = partIds ?? [carrierId];
      } catch (error) {
        if (!(error instanceof SmsFailure)) throw error;
        const isFinal = error.uncertain || (isOwn && error.refusesCredentials);
        if (error.kind === 'temporary' && !isFinal) return this.postpone(batch, id, error.reason);
        logger.warn('A text of the platform was not sent', { error });
      }
    }
    await this.database.tenant(batch.tenantId, async (tx) => {
      await batch.complete(tx, [id]);
      const ids = carrierIds.map((carrierId) => ({ carrierId, messageId: NO_MESSAGE, isLast: true }));
      await this.carrierMessages.insert(tx, batch.tenantId, ids, route?.carrier);
    });
  }

  private async routeOf(tenantId: TenantId, isOwn: boolean): Promise<Route | undefined> {
    if (isOwn) {
      const credential = await this.credentials.find(tenantId);
      return credential ? this.own.open(credential) : undefined;
    }
    const transport = this.carriers.for('live');
    return transport && { transport };
  }

  private async postpone<P>(batch: JobBatch<P>, id: string, reason: string): Promise<void> {
    const at = new Date(Date.now() + RETRY_MS);
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id, at, reason }]));
  }
}
