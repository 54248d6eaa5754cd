import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { Database, newId } from '#libs/core/persistence';
import type { DeliveryReceipt } from '#libs/messaging/sms';
import { MessageEvents } from '../messages/events/message-events.service.js';
import type { CarrierMessage } from './carrier-message.entity.js';
import { CarrierMessageRepository, NO_MESSAGE } from './carrier-message.repository.js';
import { OwnCarriers, type OwnCarrier } from './own/own-carriers.js';
import { ReceiptRepository } from './receipt.repository.js';
import { SmsCarriers } from './sms-carriers.js';

/** A receipt for a message that is unknown, or not committed yet. */
export class UnknownCarrierMessage extends Error {}

/** Records the receipts of carriers, each once. */
@Injectable()
export class SmsReceipts implements OnModuleInit {
  private readonly receipts = metrics.registerCounter({
    name: 'sms_receipts_total',
    help: 'Delivery receipts by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly carriers: SmsCarriers,
    private readonly own: OwnCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
    private readonly recorded: ReceiptRepository,
    private readonly database: Database,
    private readonly events: MessageEvents,
  ) {}

  onModuleInit(): void {
    this.carriers.onReceipt((receipt) => this.record(receipt));
    this.own.onReceipt((receipt, source) => this.record(receipt, source));
  }

  /** Counts a report with an invalid signature. */
  countRejected(): void {
    this.receipts.inc({ outcome: 'forged' });
  }

  /**
   * Resolves when the receipt is recorded. One of a tenant's own carrier is for the messages that the tenant has sent by
   * it, one of the installation's carrier for those of the others.
   * @throws UnknownCarrierMessage for a message that is not known yet: the carrier sends the receipt again
   */
  async record(receipt: DeliveryReceipt, source?: OwnCarrier): Promise<void> {
    const message = await this.find([receipt.carrierId, ...(receipt.otherIds ?? [])], source);
    if (!message) {
      this.receipts.inc({ outcome: 'unknown' });
      throw new UnknownCarrierMessage('A receipt names a message that is not known');
    }
    const isPart = receipt.status === 'delivered' && !message.isLast;
    if (message.messageId === NO_MESSAGE || receipt.status === 'sent' || isPart) {
      return this.receipts.inc({ outcome: 'passed over' });
    }
    const { tenantId, messageId } = message;
    const isNew = await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.recorded.insert(tx, tenantId, messageId, digestOf(receipt)))) return false;
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

  private async find(ids: readonly string[], source: OwnCarrier | undefined): Promise<CarrierMessage | undefined> {
    if (!source) return this.database.system((tx) => this.carrierMessages.find(tx, ids));
    const { tenantId, carrier } = source;
    return this.database.tenant(tenantId, (tx) => this.carrierMessages.findOwn(tx, tenantId, carrier, ids));
  }
}

/** Equal for equal receipts. */
function digestOf({ carrierId, status, reason }: DeliveryReceipt): string {
  return createHash('sha256')
    .update(JSON.stringify([carrierId, status, reason ?? '']))
    .digest('hex');
}
