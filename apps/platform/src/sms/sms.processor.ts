import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnJob, type JobBatch } from '#libs/jobs';
import type { TenantId } from '#libs/persistence';
import { SmsFailure } from '#libs/sms';
import type { Attempted, DeliverMessages, DeliveryOutcome, PendingMessage } from '../delivery/delivery.js';
import { DeliveryService } from '../delivery/delivery.service.js';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { SmsCarriers } from './sms-carriers.js';

/** Sends texts through the carrier, and records the ids that it gives them. */
@Injectable()
export class SmsProcessor {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly carriers: SmsCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
  ) {}

  @OnJob('sms.deliver', { chunk: 20, concurrency: 6 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const attempt = (message: PendingMessage) => this.attempt(message);
    await this.delivery.deliver(
      'sms',
      batch,
      () => Promise.resolve(attempt),
      (tx, recorded) => this.keepNames(tx, batch.tenantId, recorded),
    );
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

  private async keepNames(tx: EntityManager, tenantId: TenantId, recorded: readonly Attempted[]): Promise<void> {
    const ids = recorded.flatMap(({ message, outcome }) => {
      const carrierIds = outcome.kind === 'sent' ? (outcome.carrierIds ?? []) : [];
      return carrierIds.map((carrierId, index) => ({
        carrierId,
        messageId: message.id,
        isLast: index === carrierIds.length - 1,
      }));
    });
    await this.carrierMessages.insert(tx, tenantId, ids);
  }
}

/** What may have been taken already is not sent again: nobody wants a text twice, and there is no name to tell it by. */
function refusal({ kind, code, reason, uncertain }: SmsFailure): DeliveryOutcome {
  const detail = { Reason: reason, ...(code ? { Code: code } : {}), ...(uncertain ? { Uncertain: true } : {}) };
  if (uncertain) return { kind: 'failed', reason: `The carrier may have taken it: ${reason}`, detail };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason, detail };
}
