import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { invalidField, isUuid, Problem } from '#libs/core/http';
import { groupBy } from '#libs/core/jobs';
import { parseMessage } from '#libs/mail/mime';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { type DisplayedHtml, HtmlDisplay } from '../display/html-display.js';
import { inlineImages } from './inline-images.js';
import { labelsOf } from '../labels/message-labels.sql.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageSearches } from '../search/message-searches.js';
import type { MailMessage } from './mail-message.entity.js';
import type { MessageAttachment } from './message-attachment.entity.js';
import { listConditions } from './message-list-conditions.js';
import { type MessageFilters, MessageRepository } from './message.repository.js';
import type { MessageContent } from './message-content.js';
import { MessageStore } from './store/message-store.js';

/** A message with everything that a reader sees. */
export interface WholeMessage extends LabelledMessage {
  attachments: MessageAttachment[];
  content: MessageContent;
  /** HTML of the message, made safe to show; null if it has none. */
  display: DisplayedHtml | null;
}

/** A message with the ids of its labels. */
export interface LabelledMessage {
  message: MailMessage;
  labelIds: string[];
}

export interface AttachmentsOfMessage {
  messageId: string;
  attachments: MessageAttachment[];
}

/** Messages of a thread that are shown. */
export const THREAD_MAX = 500;

/** Leaves the files of a message unread. */
const WITHOUT_FILES = { attachment: async () => undefined };

/** The messages of a mailbox, for those who may read it. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessageRepository,
    private readonly store: MessageStore,
    private readonly blobs: Blobs,
    private readonly display: HtmlDisplay,
    private readonly searches: MessageSearches,
  ) {}

  /** Newest first. @throws Problem BuscaInvalida if the search takes too long */
  async listPage(mailbox: Mailbox, filters: MessageFilters, page: KeysetRequest): Promise<KeysetPage<LabelledMessage>> {
    const { tenantId, id } = mailbox;
    const { search } = filters;
    if (search && page.order) throw invalidField('InvalidParameter', 'sort', 'must be absent or newest in a search');
    // The index of a search says of no word how many messages of a mailbox have it.
    if (search && page.counts) return { items: [], next: null, count: { atLeast: 0, isExact: false } };
    const found =
      search && (await this.searches.find(mailbox, search, (scope) => listConditions(filters, scope), page));
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...rest } = found
        ? { items: await this.messages.listByIds(tx, tenantId, id, found.items), next: found.next }
        : await this.messages.listPage(tx, tenantId, id, filters, page);
      return { items: await withLabels(tx, tenantId, items), ...rest };
    });
  }

  /** The messages of a thread, the oldest first. @throws Problem NotFound */
  async listThread({ tenantId, id }: Mailbox, threadId: string): Promise<LabelledMessage[]> {
    if (!isUuid(threadId)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.messages.listThread(tx, tenantId, id, threadId, THREAD_MAX);
      if (found.length === 0) throw new Problem('NotFound');
      return withLabels(tx, tenantId, found);
    });
  }

  /** @throws Problem NotFound */
  async get({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<MailMessage> {
    if (!isUuid(id)) throw new Problem('NotFound');
    const message = await this.database.tenant(tenantId, (tx) => this.messages.find(tx, tenantId, mailboxId, id));
    if (!message) throw new Problem('NotFound');
    return message;
  }

  /**
   * Reads a message, and marks it read.
   * @param images whether its HTML shows images of other servers
   * @throws Problem NotFound, StorageUnavailable (503)
   */
  async read(mailbox: Mailbox, id: string, images = false): Promise<WholeMessage> {
    const { tenantId } = mailbox;
    const found = await this.get(mailbox, id);
    const content = await this.contentOf(found);
    const { message, labelIds, attachments } = await this.database.tenant(tenantId, async (tx) => {
      const marked = found.isRead ? found : await this.store.update(tx, tenantId, mailbox.id, id, { isRead: true });
      if (!marked) throw new Problem('NotFound');
      const [labelled] = await withLabels(tx, tenantId, [marked]);
      return { ...labelled!, attachments: await this.messages.listAttachments(tx, tenantId, id) };
    });
    const { html } = content;
    const display =
      html === null ? null : this.display.sanitise(html, { images, inline: inlineImages(message, attachments) });
    return { message, labelIds, content, attachments, display };
  }

  /**
   * An attachment. One that is infected is given only to who accepts the risk.
   * @throws Problem NotFound, AnexoInfectado
   */
  async getAttachment(
    mailbox: Mailbox,
    id: string,
    attachmentId: string,
    acceptsRisk: boolean,
  ): Promise<MessageAttachment> {
    const { tenantId } = mailbox;
    await this.get(mailbox, id);
    if (!isUuid(attachmentId)) throw new Problem('NotFound');
    const attachment = await this.database.tenant(tenantId, (tx) =>
      this.messages.findAttachment(tx, tenantId, id, attachmentId),
    );
    if (!attachment) throw new Problem('NotFound');
    if (attachment.scanVerdict === 'infected' && !acceptsRisk) {
      throw new Problem('AnexoInfectado', {
        message: 'The attachment contains malware; aceito_risco=1 downloads it all the same.',
      });
    }
    return attachment;
  }

  /** The files of each of these messages. For who may read them. */
  async listAttachments(tenantId: TenantId, messageIds: readonly string[]): Promise<AttachmentsOfMessage[]> {
    const all = await this.database.tenant(tenantId, (tx) => this.messages.listAttachmentsOf(tx, tenantId, messageIds));
    const byMessage = groupBy(all, ({ messageId }) => messageId);
    return messageIds.map((messageId) => ({ messageId, attachments: byMessage.get(messageId) ?? [] }));
  }

  private async contentOf({ tenantId, blobHash }: MailMessage): Promise<MessageContent> {
    return parseMessage(await this.blobs.read(tenantId, blobHash), WITHOUT_FILES);
  }
}

/** Adds the labels of messages, by one statement for all of them. */
export async function withLabels(
  tx: EntityManager,
  tenantId: TenantId,
  messages: readonly MailMessage[],
): Promise<LabelledMessage[]> {
  const labels = await labelsOf(
    tx,
    tenantId,
    messages.map(({ id }) => id),
  );
  const byId = new Map(labels.map(({ messageId, labelIds }) => [messageId, labelIds]));
  return messages.map((message) => ({ message, labelIds: byId.get(message.id) ?? [] }));
}
