import { Injectable } from '@nestjs/common';
import type { ClaimedJob, JobBatch } from '#libs/jobs';
import { logger } from '#libs/observability';
import { Database } from '#libs/persistence';
import { SmsFailure } from '#libs/sms';
import { CarrierMessageRepository, NO_MESSAGE } from './carrier-message.repository.js';
import { SmsCarriers } from './sms-carriers.js';

export interface NoticeText {
  to: string;
  /** The sender of the installation if absent. */
  from?: string;
  body: string;
}

const RETRY_MS = 15_000;

/** Texts of the platform itself, such as codes. They are no messages of a tenant, and their receipts are not recorded. */
@Injectable()
export class NoticeTexts {
  constructor(
    private readonly database: Database,
    private readonly carriers: SmsCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
  ) {}

  /** Sends a text and completes its job; postpones the job if the carrier is busy. */
  async send<P>(batch: JobBatch<P>, { id }: ClaimedJob<P>, text: NoticeText | undefined): Promise<void> {
    const carrier = this.carriers.for('live');
    let carrierIds: readonly string[] = [];
    if (text && carrier) {
      try {
        const { carrierId, partIds } = await carrier.send({ id: `notice-${id}`, ...text });
        carrierIds = partIds ?? [carrierId];
      } catch (error) {
        if (!(error instanceof SmsFailure)) throw error;
        if (error.kind === 'temporary' && !error.uncertain) return this.postpone(batch, id, error.reason);
        logger.warn('A text of the platform was not sent', { error });
      }
    }
    await this.database.tenant(batch.tenantId, async (tx) => {
      await batch.complete(tx, [id]);
      const ids = carrierIds.map((carrierId) => ({ carrierId, messageId: NO_MESSAGE, isLast: true }));
      await this.carrierMessages.insert(tx, batch.tenantId, ids);
    });
  }

  private async postpone<P>(batch: JobBatch<P>, id: string, reason: string): Promise<void> {
    const at = new Date(Date.now() + RETRY_MS);
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [{ id, at, reason }]));
  }
}
