import { Injectable } from '@nestjs/common';
import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import { type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { MailMessage } from '../messages/mail-message.entity.js';
import { MessageAttachment } from '../messages/message-attachment.entity.js';
import { Draft } from './draft.entity.js';
import { IN_DRAFTS, sumFileBytes } from './draft.sql.js';

/** A draft with the message that shows it and its files. */
export interface WholeDraft {
  draft: Draft;
  message: MailMessage;
  attachments: MessageAttachment[];
}

/** The drafts of mailboxes. Writers have locked the mailbox. */
@Injectable()
export class DraftRepository {
  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<WholeDraft | null> {
    const draft = await this.query(tx, tenantId, mailboxId).andWhere({ messageId: id }).getOne();
    if (!draft) return null;
    const message = await tx.findOneByOrFail(MailMessage, { tenantId, id });
    const order = { position: 'ASC' as const };
    return {
      draft,
      message,
      attachments: await tx.find(MessageAttachment, { where: { tenantId, messageId: id }, order }),
    };
  }

  /** The one changed last first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<Omit<WholeDraft, 'attachments'>>> {
    const { items, ...rest } = await listKeysetPage(
      this.query(tx, tenantId, mailboxId),
      ['updatedAt', 'messageId'],
      page,
    );
    const ids = items.map(({ messageId }) => messageId);
    const messages = ids.length > 0 ? await tx.findBy(MailMessage, { tenantId, id: In(ids) }) : [];
    const byId = new Map(messages.map((message) => [message.id, message]));
    return { items: items.map((draft) => ({ draft, message: byId.get(draft.messageId)! })), ...rest };
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(Draft, { tenantId, mailboxId });
  }

  /** Bytes of the files of all drafts of a mailbox, which its messages do not count. */
  async fileBytes(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return sumFileBytes(tx, tenantId, mailboxId);
  }

  async insert(tx: EntityManager, draft: Draft): Promise<void> {
    await tx.insert(Draft, { ...draft });
  }

  async update(
    tx: EntityManager,
    { tenantId, messageId }: Draft,
    changes: Pick<Draft, 'version' | 'content' | 'updatedAt'>,
  ): Promise<void> {
    await tx.update(Draft, { tenantId, messageId }, changes);
  }

  async insertAttachment(tx: EntityManager, attachment: MessageAttachment): Promise<void> {
    await tx.insert(MessageAttachment, { ...attachment });
  }

  async deleteAttachment(tx: EntityManager, { tenantId, id }: MessageAttachment): Promise<void> {
    await tx.delete(MessageAttachment, { tenantId, id });
  }

  private query(tx: EntityManager, tenantId: TenantId, mailboxId: string): SelectQueryBuilder<Draft> {
    return tx.createQueryBuilder(Draft, 'draft').where({ tenantId, mailboxId }).andWhere(IN_DRAFTS);
  }
}
