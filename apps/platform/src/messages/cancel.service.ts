import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { newId, type TenantId } from '#libs/persistence';
import { TenantDatabase } from '#libs/tenancy';
import { PlatformConfig } from '../config.js';
import { CancelRepository } from './cancel.repository.js';
import { MessageEvents } from './events/message-events.service.js';
import type { Channel, MessageDetail } from './message.js';
import { MessagesService } from './messages.service.js';

/** Calls back a message that was to be sent later. */
@Injectable()
export class CancelService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly messages: MessagesService,
    private readonly repository: CancelRepository,
    private readonly events: MessageEvents,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem NotFound; Conflict for a message that is not scheduled, or whose time has come */
  async cancel(tenantId: TenantId, id: string, channel?: Channel): Promise<MessageDetail> {
    const { message } = await this.messages.read(tenantId, id, channel);
    if (message.status !== 'cancelled') {
      await this.database.run(tenantId, async (tx) => {
        if (!(await this.repository.lockScheduled(tx, tenantId, id))) {
          throw new Problem('Conflict', { message: 'Only a message whose SendAt is still to come can be cancelled' });
        }
        const event = {
          id: newId('evt'),
          messageId: id,
          type: 'cancelled',
          occurredAt: new Date(),
          error: null,
          detail: {},
        };
        await this.events.record(tx, tenantId, [event]);
        const isCounted = message.environment === 'live' || !this.config.isProduction;
        if (isCounted) await this.repository.uncount(tx, tenantId, id);
      });
    }
    return this.messages.read(tenantId, id, channel);
  }
}
