import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, newId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { MessageEvents } from '../../messages/events/message-events.service.js';
import type { NewMessageEvent } from '../../messages/events/record-events.sql.js';
import type { MessageDetail } from '../../messages/message.js';
import { MessagesService } from '../../messages/messages.service.js';
import { RESEND_OF, RESENT } from '../../messages/resends.js';
import { sessionSender, type Sender } from '../../sending/sender.js';
import { SendingService } from '../../sending/sending.service.js';
import { ResendChannels } from './resend-channels.js';

/** States of a message that is still on its way. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['queued', 'processing', 'sending']);

/** Sends messages once more: a new message of the same content to the same recipient, which each of the two tells of. */
@Injectable()
export class ResendService {
  constructor(
    private readonly sending: SendingService,
    private readonly messages: MessagesService,
    private readonly channels: ResendChannels,
    private readonly events: MessageEvents,
    private readonly database: Database,
    private readonly config: PlatformConfig,
  ) {}

  /**
   * Sends a message of the tenant again; returns the new one.
   * @throws Problem NotFound; Gone where the content was erased; Conflict while it is on its way, for one of a test key in production
   * and for a mail that asks for a confirmation; and what {@link SendingService.send} throws
   */
  async resend(id: string, idempotencyKey: string | undefined): Promise<MessageDetail> {
    const sender = sessionSender(this.config.isProduction);
    const first = await this.messages.get(sender, id);
    this.requireRepeatable(sender, first);
    const { topic, tags } = first.message;
    const request = {
      MessageId: id,
      ...(topic !== null && { TopicId: topic }),
      ...(tags !== null && { Tags: tags }),
      ...(idempotencyKey !== undefined && { IdempotencyKey: idempotencyKey }),
    };
    const { messageIds, reused } = await this.sending.send(this.channels.of(first), sender, request, undefined);
    const [again = ''] = messageIds;
    if (!reused) await this.link(sender, id, again);
    return this.messages.get(sender, again);
  }

  private async link({ tenant }: Sender, first: string, again: string): Promise<void> {
    const occurredAt = new Date();
    const event = (type: string, messageId: string, other: string): NewMessageEvent => ({
      id: newId('evt'),
      messageId,
      type,
      occurredAt,
      error: null,
      detail: { MessageId: other },
    });
    await this.database.tenant(tenant.id, async (tx) => {
      await this.events.record(tx, tenant.id, [event(RESENT, first, again), event(RESEND_OF, again, first)]);
      await recordAudit(tx, {
        action: 'message.resent',
        object: { type: 'message', id: first },
        tenantId: tenant.id,
        after: { messageId: again },
      });
    });
  }

  private requireRepeatable({ environment }: Sender, { message, content }: MessageDetail): void {
    const refuse = (text: string) => new Problem('Conflict', { message: text });
    if (message.environment !== environment)
      throw refuse('A message of a test key went to nobody, and is not sent again: send it with a live key');
    if (ON_ITS_WAY.has(message.status)) throw refuse('The message is still on its way');
    if (message.recipient === '' || (content.bodyText === null && content.bodyHtml === null && content.raw === null))
      throw new Problem('Gone', { message: 'The content of the message was erased; it cannot be sent again' });
    if (content.data?.['confirmation'] !== undefined)
      throw refuse('A mail that asks for a confirmation is not repeated: ask the member of the list again');
  }
}
