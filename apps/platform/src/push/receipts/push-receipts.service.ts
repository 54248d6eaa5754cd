import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { Database, newId } from '#libs/core/persistence';
import { Message } from '../../messages/message.entity.js';
import { MessageEvents } from '../../messages/events/message-events.service.js';
import type { PushRef } from '../../tracking/links/tracking-links.js';

/** Statuses before a receipt; after another status it says nothing new. */
const UNCONFIRMED: ReadonlySet<string> = new Set(['queued', 'processing', 'sent']);

/** Records what devices confirm, each message once. */
@Injectable()
export class PushReceipts {
  private readonly receipts = metrics.registerCounter({
    name: 'push_receipts_total',
    help: 'Receipts of push messages by what became of them',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly events: MessageEvents,
  ) {}

  /** Counts a receipt with an address that this installation did not write. */
  countForged(): void {
    this.receipts.inc({ outcome: 'forged' });
  }

  /** Resolves when it is recorded. False if the message is there no more. */
  async record({ tenantId, messageId }: PushRef): Promise<boolean> {
    const outcome = await this.database.tenant(tenantId, async (tx) => {
      const message = await tx.findOne(Message, {
        select: { tenantId: true, id: true, status: true },
        where: { tenantId, id: messageId, channel: 'push' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!message) return 'unknown';
      if (!UNCONFIRMED.has(message.status)) return 'repeated';
      const event = { id: newId('evt'), messageId, type: 'delivered', occurredAt: new Date(), error: null, detail: {} };
      await this.events.record(tx, tenantId, [event]);
      return 'recorded';
    });
    this.receipts.inc({ outcome });
    return outcome !== 'unknown';
  }
}
