import { Injectable } from '@nestjs/common';
import { currentKey } from '#libs/core/auth';
import { bodyOf, Problem } from '#libs/core/http';
import {
  Database,
  idAt,
  many,
  type Page,
  type PageRequest,
  positionOf,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { BatchService, type BatchAnswer } from '../../emails/batch.service.js';
import { SendBatchRequest } from '../../emails/dto/send-batch.request.js';
import { SendEmailRequest } from '../../emails/dto/send-email.request.js';
import { EmailChannel } from '../../emails/email-channel.js';
import { CancelService } from '../../messages/cancel.service.js';
import { listEventsOfMessages, type EventOfMessage } from '../../messages/message-events.sql.js';
import type { MessageDetail, MessageWithEvents } from '../../messages/message.js';
import { MessagesService } from '../../messages/messages.service.js';
import { sendAtOf } from '../../sending/send-at.js';
import { SendingService, type Enqueued } from '../../sending/sending.service.js';
import { TenantEvents } from '../../tenant-changes/tenant-events.js';
import { type AddressesOfCall, listAddressesOfCalls } from './listed-emails.sql.js';
import { CALL_SPAN, JOB_SPAN, MESSAGES_OF_CALL, RESCHEDULE } from './their-emails.sql.js';

/** One of the messages of an e-mail. */
export interface CallMessage {
  id: string;
  recipient: string;
  status: string;
  scheduledAt: Date | null;
}

/** E-mail as other services see it: one for a call, however many recipients it has. Its id is that of its first message. */
export interface TheirEmail extends MessageDetail {
  /** The messages of the call, the first first. */
  all: CallMessage[];
}

/** E-mail in a list: its first message, with the addresses of all. */
export interface ListedEmail {
  message: MessageWithEvents;
  addresses: AddressesOfCall;
}

/** E-mails as other services count them: the messages of one call, under the id of the first. */
@Injectable()
export class TheirEmails {
  constructor(
    private readonly database: Database,
    private readonly sending: SendingService,
    private readonly channel: EmailChannel,
    private readonly batches: BatchService,
    private readonly messages: MessagesService,
    private readonly cancellation: CancelService,
    private readonly changes: TenantEvents,
  ) {}

  /**
   * Sends what a call asks for, in our form. `asked` is what its key stands for: the body as it came, in which a time may
   * be one from now.
   * @throws Problem as our own route
   */
  send(request: object, key: string | undefined, asked: object): Promise<Enqueued> {
    return this.sending.send(this.channel, currentKey(), bodyOf(request, SendEmailRequest), key, asked);
  }

  /** Sends many; each is judged by itself. @throws Problem as our own route */
  sendBatch(requests: readonly unknown[], key: string | undefined, asked: object): Promise<BatchAnswer> {
    return this.batches.send(currentKey(), bodyOf({ Messages: requests }, SendBatchRequest), key, asked);
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<TheirEmail> {
    const detail = await this.messages.get(currentKey(), id, 'email');
    const { tenantId, contentId } = detail.message;
    return { ...detail, all: await this.database.tenant(tenantId, (tx) => listOfCall(tx, tenantId, contentId)) };
  }

  /** A page of e-mails, newest first unless it has another order. */
  async listPage(page: PageRequest): Promise<Page<ListedEmail>> {
    const reader = currentKey();
    const request = { ...page, channel: 'email', further: { firstOfCall: true } } as const;
    const { items, ...rest } = await this.messages.listPageWithEvents(reader, request);
    const tenantId = reader.tenant.id;
    const ids = items.map(({ id }) => id);
    const addresses = await this.database.tenant(tenantId, (tx) => listAddressesOfCalls(tx, tenantId, ids));
    // A person who was erased between the two statements took the content along.
    const shown = items.flatMap((message) => {
      const found = addresses.get(message.id);
      return found ? [{ message, addresses: found }] : [];
    });
    return { ...rest, items: shown };
  }

  /** Events of all messages of an e-mail, by message. */
  async listEvents({ message, all }: TheirEmail): Promise<EventOfMessage[]> {
    const { tenantId } = message;
    const ids = all.map(({ id }) => id);
    return this.database.tenant(tenantId, (tx) => listEventsOfMessages(tx, tenantId, ids));
  }

  /** Cancels all messages of an e-mail that is still to come. @throws Problem NotFound, Conflict */
  async cancel(id: string): Promise<void> {
    const { all } = await this.get(id);
    for (const message of all) await this.cancellation.cancel(currentKey(), message.id, 'email');
  }

  /** Moves an e-mail that is still to come to another time. @throws Problem NotFound, InvalidParameter, Conflict */
  async reschedule(id: string, time: string): Promise<void> {
    const at = sendAtOf(time, new Date());
    const { all, message } = await this.get(id);
    const { tenantId } = message;
    const ids = all.map((one) => one.id);
    await this.database.tenant(tenantId, async (tx) => {
      const first = positionOf(ids[0] ?? id);
      const values = [tenantId, ids, at, first, first + JOB_SPAN];
      const [moved] = await many<{ messages: number; jobs: number }>(tx, RESCHEDULE, values);
      if (moved?.messages !== ids.length || moved.jobs !== ids.length) throw notToCome();
      this.changes.changed(tx, tenantId, 'messages.updated', ids);
    });
  }
}

async function listOfCall(tx: SqlExecutor, tenantId: TenantId, contentId: string): Promise<CallMessage[]> {
  const end = idAt('msg', positionOf(contentId) + CALL_SPAN);
  return many<CallMessage>(tx, MESSAGES_OF_CALL, [tenantId, contentId, end, contentId]);
}

const notToCome = (): Problem =>
  new Problem('Conflict', { message: 'Only an e-mail whose time is still to come can be changed' });
