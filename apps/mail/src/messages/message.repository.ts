import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Search } from '#libs/mail/mail-search';
import {
  exec,
  IN_ORDER,
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  rowsByKeys,
  type TenantId,
} from '#libs/core/persistence';
import type { SystemFolder } from '../folders/folder-values.js';
import { MessageLabel } from '../labels/message-label.entity.js';
import { MailMessage } from './mail-message.entity.js';
import { MessageAttachment } from './message-attachment.entity.js';
import { FOLDERS_OF_KINDS, LABELLED } from './message-list.sql.js';

/** Messages of a mailbox; every filter narrows. */
export interface MessageFilters {
  /** One folder, by its kind or its id, or several. */
  folder: SystemFolder | { id: string } | FolderSet;
  /** Id of a label. */
  label?: string;
  unread?: boolean;
  starred?: boolean;
  search?: Search;
}

/** `shown`: without spam, trash and quarantine; `mail`: without drafts, too; `all`: without drafts alone. */
export type FolderSet = 'shown' | 'mail' | 'all';

const HIDDEN: readonly SystemFolder[] = ['spam', 'trash', 'quarantine'];
export const LEFT_OUT: Record<FolderSet, readonly SystemFolder[]> = {
  shown: HIDDEN,
  mail: [...HIDDEN, 'drafts'],
  all: ['drafts'],
};

const OF_MESSAGES = { message_id: 'cast(:messageIds as uuid[])' };
const ATTACHMENTS = rowsByKeys('message_attachment', OF_MESSAGES, { tenant: ':tenantId', as: 'attachment' });

/** Reads messages; the `MessageStore` writes them. */
@Injectable()
export class MessageRepository {
  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailMessage | null> {
    return tx.findOneBy(MailMessage, { tenantId, mailboxId, id });
  }

  async listAttachments(tx: EntityManager, tenantId: TenantId, messageId: string): Promise<MessageAttachment[]> {
    return tx.find(MessageAttachment, { where: { tenantId, messageId }, order: { position: 'ASC' } });
  }

  /** Lists the attachments of several messages; those of one message are in their order. */
  async listAttachmentsOf(
    tx: EntityManager,
    tenantId: TenantId,
    messageIds: readonly string[],
  ): Promise<MessageAttachment[]> {
    return tx
      .createQueryBuilder(MessageAttachment, 'attachment')
      .where(ATTACHMENTS, { tenantId, messageIds })
      .orderBy({ 'attachment.messageId': 'ASC', 'attachment.position': 'ASC' })
      .getMany();
  }

  async findAttachment(
    tx: EntityManager,
    tenantId: TenantId,
    messageId: string,
    id: string,
  ): Promise<MessageAttachment | null> {
    return tx.findOneBy(MessageAttachment, { tenantId, messageId, id });
  }

  /** Newest first, whatever the search. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    { folder, label, unread, starred }: MessageFilters,
    page: KeysetRequest,
  ): Promise<KeysetPage<MailMessage>> {
    const query = tx.createQueryBuilder(MailMessage, 'm').where({ tenantId, mailboxId });
    const own = { tenant: tenantId, mailbox: mailboxId };
    if (typeof folder === 'object') query.andWhere({ folderId: folder.id });
    else if (isFolderSet(folder))
      query.andWhere(`m.folder_id <> all (array(${FOLDERS_OF_KINDS}))`, { ...own, kinds: LEFT_OUT[folder] });
    else query.andWhere(`m.folder_id = (${FOLDERS_OF_KINDS})`, { ...own, kinds: [folder] });
    if (label) query.innerJoin(MessageLabel, 'labelled', LABELLED, { label });
    if (unread) query.andWhere({ isRead: false });
    if (starred) query.andWhere({ isStarred: true });
    if (!page.counts) await exec(tx, IN_ORDER);
    return listKeysetPage(query, ['sortedAt', 'id'], page);
  }

  /** Reads messages in the order of these ids; those that are deleted meanwhile are absent. */
  async listByIds(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    found: readonly { id: string }[],
  ): Promise<MailMessage[]> {
    if (found.length === 0) return [];
    const rows = await tx.findBy(MailMessage, { tenantId, mailboxId, id: In(found.map(({ id }) => id)) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** The oldest first. */
  async listThread(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    threadId: string,
    limit: number,
  ): Promise<MailMessage[]> {
    const where = { tenantId, mailboxId, threadId };
    return tx.find(MailMessage, { where, order: { sortedAt: 'ASC', id: 'ASC' }, take: limit });
  }
}

export const isFolderSet = (folder: string): folder is FolderSet => folder in LEFT_OUT;
