import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/persistence';
import { Folder } from '../folders/folder.entity.js';
import type { SystemFolder } from '../folders/folder-values.js';
import { MailMessage } from './mail-message.entity.js';
import { MessageAttachment } from './message-attachment.entity.js';

export interface MessageFilters {
  /** A folder by its kind or its id; absent, every folder but spam, trash and quarantine. */
  folder?: SystemFolder | { id: string };
  unread?: boolean;
  starred?: boolean;
}

const HIDDEN: readonly SystemFolder[] = ['spam', 'trash', 'quarantine'];

/** Reads messages; the `MessageStore` writes them. */
@Injectable()
export class MessageRepository {
  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailMessage | null> {
    return tx.findOneBy(MailMessage, { tenantId, mailboxId, id });
  }

  async listAttachments(tx: EntityManager, tenantId: TenantId, messageId: string): Promise<MessageAttachment[]> {
    return tx.find(MessageAttachment, { where: { tenantId, messageId }, order: { position: 'ASC' } });
  }

  async findAttachment(
    tx: EntityManager,
    tenantId: TenantId,
    messageId: string,
    id: string,
  ): Promise<MessageAttachment | null> {
    return tx.findOneBy(MessageAttachment, { tenantId, messageId, id });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    { folder, unread, starred }: MessageFilters,
    page: KeysetRequest,
  ): Promise<KeysetPage<MailMessage>> {
    const query = tx.createQueryBuilder(MailMessage, 'message').where({ tenantId, mailboxId });
    const folders = query.subQuery().select('folder.id').from(Folder, 'folder');
    folders.where('folder.tenant_id = message.tenant_id and folder.mailbox_id = message.mailbox_id');
    if (typeof folder === 'object') query.andWhere({ folderId: folder.id });
    else if (folder)
      query.andWhere(`message.folder_id = (${folders.andWhere('folder.kind = :kind').getQuery()})`, { kind: folder });
    else
      query.andWhere(`message.folder_id not in (${folders.andWhere('folder.kind in (:...hidden)').getQuery()})`, {
        hidden: HIDDEN,
      });
    if (unread) query.andWhere({ isRead: false });
    if (starred) query.andWhere({ isStarred: true });
    return listKeysetPage(query, ['sortedAt', 'id'], page);
  }
}
