import { Injectable } from '@nestjs/common';
import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import { type KeysetPage, type KeysetRequest, listKeysetPage, one, type TenantId } from '#libs/persistence';
import { MailMessage } from '../messages/mail-message.entity.js';
import { MessageAttachment } from '../messages/message-attachment.entity.js';
import { Draft } from './draft.entity.js';

/** A draft with the message that shows it and its files. */
export interface WholeDraft {
  draft: Draft;
  message: MailMessage;
  attachments: MessageAttachment[];
}

/** A draft that was moved elsewhere is none while it is there. */
export const IN_DRAFTS = `exists (
  select from mail_message message
    join folder on folder.tenant_id = message.tenant_id and folder.id = message.folder_id and folder.kind = 'drafts'
   where message.tenant_id = draft.tenant_id and message.id = draft.message_id)`;

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
    const { items, next } = await listKeysetPage(this.query(tx, tenantId, mailboxId), ['updatedAt', 'messageId'], page);
    const ids = items.map(({ messageId }) => messageId);
    const messages = ids.length > 0 ? await tx.findBy(MailMessage, { tenantId, id: In(ids) }) : [];
    const byId = new Map(messages.map((message) => [message.id, message]));
    return { items: items.map((draft) => ({ draft, message: byId.get(draft.messageId)! })), next };
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(Draft, { tenantId, mailboxId });
  }

  /** Bytes of the files of all drafts of a mailbox, which its messages do not count. */
  async fileBytes(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    const row = await one<{ bytes: string }>(
      tx,
      `select coalesce(sum(file.bytes), 0) as bytes
         from draft join message_attachment file on file.tenant_id = draft.tenant_id and file.message_id = draft.message_id
        where draft.tenant_id = $1 and draft.mailbox_id = $2`,
      [tenantId, mailboxId],
    );
    return Number(row.bytes);
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
