import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/jobs';
import { Database } from '#libs/persistence';
import { SmsFailure } from '#libs/sms';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../delivery/delivery.js';
import { DeliveryService } from '../delivery/delivery.service.js';
import { CarrierMessageRepository, type NewCarrierMessage } from './carrier-message.repository.js';
import { SmsCarriers } from './sms-carriers.js';

/** Sends texts through the carrier, and records the ids that it gives them. */
@Injectable()
export class SmsProcessor {
  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly carriers: SmsCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
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
    });
    this.delivery.count('sms', attempts);
  }

  private async attempt(message: PendingMessage): Promise<DeliveryOutcome> {
    const carrier = this.carriers.for(message.environment);
    if (!carrier) return { kind: 'deferred', reason: 'No SMS carrier is set up', detail: {} };
    try {
      const { carrierId, segments, partIds } = await carrier.send({
        id: message.id,
        to: message.recipient,
        from: message.sender || undefined,
        body: message.text ?? '',
      });
      const detail = { CarrierId: carrierId, Segments: segments };
      return { kind: 'sent', detail, carrierIds: partIds ?? [carrierId] };
    } catch (error) {
      if (error instanceof SmsFailure) return refusal(error);
      throw error;
    }
  }
}

function carrierMessagesOf({ message, outcome }: Attempted): NewCarrierMessage[] {
  const carrierIds = outcome.kind === 'sent' ? (outcome.carrierIds ?? []) : [];
  return carrierIds.map((carrierId, index) => ({
    carrierId,
    messageId: message.id,
    isLast: index === carrierIds.length - 1,
  }));
}

/** A text that the carrier may have accepted is not sent again: nothing tells the carrier that it is the same text. */
function refusal({ kind, code, reason, uncertain }: SmsFailure): DeliveryOutcome {
  const detail = { Reason: reason, ...(code ? { Code: code } : {}), ...(uncertain ? { Uncertain: true } : {}) };
  if (uncertain) return { kind: 'failed', reason: `The carrier may have taken it: ${reason}`, detail };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason, detail };
}
