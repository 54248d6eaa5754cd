import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { idAt, positionOf, type Page, type TenantId } from '#libs/persistence';
import { TenantDatabase } from '#libs/tenancy';
import type { Channel, Message, MessageDetail, MessageEvent } from './message.js';
import { MessageRepository } from './message.repository.js';

export interface MessageListRequest {
  channel: Channel;
  status?: string;
  q?: string;
  cursor?: number;
  limit: number;
}

/** The message history of a tenant. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: TenantDatabase,
    private readonly messages: MessageRepository,
  ) {}

  async list(tenantId: TenantId, { channel, status, q, cursor, limit }: MessageListRequest): Promise<Page<Message>> {
    return this.database.run(tenantId, (tx) =>
      this.messages.page(tx, tenantId, { channel, status, text: q }, cursor, limit),
    );
  }

  /** @throws Problem NotFound for an id of another tenant, of another channel, or of nothing */
  async read(tenantId: TenantId, id: string, channel: Channel): Promise<MessageDetail> {
    return this.database.run(tenantId, async (tx) => {
      const found = await this.messages.find(tx, tenantId, id);
      if (!found || found.message.channel !== channel) throw new Problem('NotFound');
      const content = await this.messages.content(tx, tenantId, found.contentId);
      const events = await this.messages.events(tx, tenantId, id);
      return { message: found.message, content, events: [acceptance(found.message), ...events] };
    });
  }
}

/** The first event of every timeline. The message's own row records it, so there is no second row to say so. */
function acceptance({ id, createdAt }: Message): MessageEvent {
  return { id: idAt('evt', positionOf(id)), type: 'queued', occurredAt: createdAt, detail: null };
}
