import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Database, newId, type TenantId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import { CancelRepository } from './cancel.repository.js';
import { MessageEvents } from './events/message-events.service.js';
import type { Channel, MessageDetail } from './message.js';
import { MessagesService } from './messages.service.js';

/** Calls back a message that was to be sent later. */
@Injectable()
export class CancelService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
    private readonly repository: CancelRepository,
    private readonly events: MessageEvents,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem NotFound; Conflict for a message that is not scheduled, or whose time has come */
  async cancel(tenantId: TenantId, id: string, channel?: Channel): Promise<MessageDetail> {
    const { message } = await this.messages.read(tenantId, id, channel);
    const called = message.status === 'cancelled' || (await this.callBack(tenantId, message));
    const detail = await this.messages.read(tenantId, id, channel);
    // Of several that ask at once one calls it back, and the others find it so.
    if (!called && detail.message.status !== 'cancelled') {
      throw new Problem('Conflict', { message: 'Only a message whose SendAt is still to come can be cancelled' });
    }
    return detail;
  }

  /** False when the message is not scheduled any more. */
  private async callBack(tenantId: TenantId, { id, environment }: MessageDetail['message']): Promise<boolean> {
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.repository.lockScheduled(tx, tenantId, id))) return false;
      const event = {
        id: newId('evt'),
        messageId: id,
        type: 'cancelled',
        occurredAt: new Date(),
        error: null,
        detail: {},
      };
      await this.events.record(tx, tenantId, [event]);
      const isCounted = environment === 'live' || !this.config.isProduction;
      if (isCounted) await this.repository.uncount(tx, tenantId, id);
      return true;
    });
  }
}
