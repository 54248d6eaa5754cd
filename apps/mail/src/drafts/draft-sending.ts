import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OutgoingAttachment } from '#libs/mail/email';
import { Problem } from '#libs/core/http';
import type { SqlExecutor } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import { MAX_ATTACHMENT_BYTES } from './draft-attachments.service.js';
import { findTaken } from './draft-taking.sql.js';
import { DraftRepository, type WholeDraft } from './draft.repository.js';
import { DraftsService } from './drafts.service.js';

/** Origin of a message that is sent: consumed in the transaction that accepts the message, and restored if nobody got it. */
export interface MessageSource {
  consume(tx: SqlExecutor): Promise<void>;
  restore(tx: EntityManager): Promise<void>;
}

/** A draft with its files, ready to be sent. */
export interface SendableDraft {
  content: WholeDraft['draft']['content'];
  attachments: OutgoingAttachment[];
  source: MessageSource;
}

/** Gives drafts to be sent. */
@Injectable()
export class DraftSending {
  constructor(
    private readonly service: DraftsService,
    private readonly drafts: DraftRepository,
    private readonly messages: MessageStore,
    private readonly blobs: Blobs,
  ) {}

  /** @throws Problem NotFound */
  async get(mailbox: Mailbox, id: string): Promise<SendableDraft> {
    const found = await this.service.get(mailbox, id);
    const attachments: OutgoingAttachment[] = [];
    for (const { fileName, contentType, contentId, blobHash } of found.attachments) {
      const content = await this.blobs.readAll(mailbox.tenantId, blobHash, MAX_ATTACHMENT_BYTES);
      attachments.push({ fileName, contentType, contentId: contentId ?? undefined, content });
    }
    const source = {
      consume: (tx: SqlExecutor) => this.consume(tx, found),
      restore: (tx: EntityManager) => this.restore(tx, found),
    };
    return { content: found.draft.content, attachments, source };
  }

  /**
   * Deletes the draft with what sends it: of two that send it at once the second finds none. Its mailbox is locked.
   * @throws Problem NotFound, Conflict if it was changed since it was read
   */
  private async consume(tx: SqlExecutor, { draft, attachments }: WholeDraft): Promise<void> {
    const { tenantId, mailboxId, messageId: id, version } = draft;
    const current = await findTaken(tx, draft);
    if (!current) throw new Problem('NotFound');
    if (current.version !== version || current.files !== attachments.map((file) => file.id).join())
      throw new Problem('Conflict', { message: 'The draft was changed while it was sent. Send it again.' });
    await this.messages.discard(tx, { tenantId, mailboxId, id, ...current });
  }

  /** Inserts the draft again, with the ids and the files that it had. */
  private async restore(tx: EntityManager, { draft, message, attachments }: WholeDraft): Promise<void> {
    const { inReplyTo, references } = draft.content;
    await this.messages.insert(tx, draft.tenantId, {
      ...message,
      datedAt: message.datedAt,
      folder: 'drafts',
      inReplyTo,
      references,
      attachments,
    });
    await this.drafts.insert(tx, draft);
  }
}
