import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { metrics } from '#libs/observability';
import { Database, newId } from '#libs/persistence';
import type { DeliveryReceipt } from '#libs/sms';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { ReceiptRepository } from './receipt.repository.js';
import { SmsCarriers } from './sms-carriers.js';

/** A receipt for a message that this installation does not know, or does not know yet. */
export class UnknownCarrierMessage extends Error {}

/** Records what carriers report, each thing once however often they say it. */
@Injectable()
export class SmsReceipts implements OnModuleInit {
  private readonly receipts = metrics.registerCounter({
    name: 'sms_receipts_total',
    help: 'Delivery receipts by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly carriers: SmsCarriers,
    private readonly names: CarrierMessageRepository,
    private readonly known: ReceiptRepository,
    private readonly database: Database,
    private readonly events: MessageEvents,
  ) {}

  onModuleInit(): void {
    this.carriers.onReceipt((receipt) => this.take(receipt));
  }

  /** Counts a report that is not the carrier's. */
  refused(): void {
    this.receipts.inc({ outcome: 'forged' });
  }

  /**
   * Resolves when the receipt is recorded. @throws UnknownCarrierMessage for a message that is not known (yet): its
   * carrier reports again, by when the transaction that names it has been committed.
   */
  async take(receipt: DeliveryReceipt): Promise<void> {
    const message = await this.names.find([receipt.carrierId, ...(receipt.otherIds ?? [])]);
    if (!message) {
      this.receipts.inc({ outcome: 'unknown' });
      throw new UnknownCarrierMessage('A receipt names a message that is not known');
    }
    if (receipt.status === 'sent' || (receipt.status === 'delivered' && !message.isLast)) {
      return this.receipts.inc({ outcome: 'passed over' });
    }
    const { tenantId, messageId } = message;
    const isNew = await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.known.add(tx, tenantId, messageId, digestOf(receipt)))) return false;
      const event = {
        id: newId('evt'),
        messageId,
        type: receipt.status,
        occurredAt: receipt.at,
        error: receipt.status === 'delivered' ? null : (receipt.reason ?? `The carrier reports: ${receipt.status}`),
        detail: { CarrierId: receipt.carrierId, ...(receipt.reason ? { Reason: receipt.reason } : {}) },
      };
      await this.events.record(tx, tenantId, [event]);
      return true;
    });
    this.receipts.inc({ outcome: isNew ? 'recorded' : 'repeated' });
  }
}

/** The same report is the same whenever it comes. */
function digestOf({ carrierId, status, reason }: DeliveryReceipt): string {
  return createHash('sha256')
    .update(JSON.stringify([carrierId, status, reason ?? '']))
    .digest('hex');
}
