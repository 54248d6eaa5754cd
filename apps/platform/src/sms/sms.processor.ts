import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { inClientSpan } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { SmsFailure } from '#libs/messaging/sms';
import { PlatformConfig } from '../config.js';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../delivery/delivery.js';
import { DeliveryService } from '../delivery/delivery.service.js';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { InboundTextRepository } from './inbound/inbound-text.repository.js';
import { SmsCarriers } from './sms-carriers.js';
import { carrierMessagesOf, outgoing, SUPPRESSED, toOutcome, toSent } from './sms-outcome.js';

/** Sends texts through the carrier of the installation, and records the ids that it gives them. */
@Injectable()
export class SmsProcessor {
  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly carriers: SmsCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
    private readonly inbound: InboundTextRepository,
    private readonly config: PlatformConfig,
  ) {}

  @OnJob('sms.deliver', { chunk: 20, concurrency: 6 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const messages = await this.delivery.listPending(batch);
    if (!messages) return;
    const attempts = await Promise.all(
      messages.map((message) => batch.runFor(message.job, async () => attempted(message, await this.attempt(message)))),
    );
    await this.database.tenant(batch.tenantId, async (tx) => {
      const recorded = await this.delivery.record(tx, batch, attempts);
      await this.carrierMessages.insert(tx, batch.tenantId, recorded.flatMap(carrierMessagesOf));
      await this.inbound.insertShared(tx, batch.tenantId, this.sharedOf(recorded));
    });
    this.delivery.count('sms', attempts);
  }

  /** Numbers that were texted from the sender of the installation: a STOP to it is for the tenants that texted them. */
  private sharedOf(attempts: readonly Attempted[]): string[] {
    const { smsFrom } = this.config;
    const isShared = ({ message, outcome }: Attempted) =>
      outcome.kind === 'sent' && message.environment === 'live' && message.sender === smsFrom;
    return attempts.filter(isShared).map(({ message }) => message.recipient);
  }

  private async attempt(message: PendingMessage): Promise<DeliveryOutcome> {
    if (message.suppressed) return SUPPRESSED;
    const carrier = this.carriers.for(message.environment);
    if (!carrier) return { kind: 'deferred', reason: 'No SMS carrier is set up', detail: {} };
    try {
      return toSent(await inClientSpan('sms.send', () => carrier.send(outgoing(message))));
    } catch (error) {
      if (error instanceof SmsFailure) return toOutcome(error);
      throw error;
    }
  }
}
