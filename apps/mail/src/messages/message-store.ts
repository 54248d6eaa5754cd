import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { Problem } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import { Folder } from '../folders/folder.entity.js';
import { countLabelsOf } from '../labels/label-counts.sql.js';
import { changeFolderCounts, lockMailbox } from './message-counts.sql.js';
import { type InsertedMessage, insertMessages } from './message-insert.sql.js';
import { MailMessage } from './mail-message.entity.js';
import type { FolderChoice, NewMessage } from './new-message.js';
import { storableMessage } from './storable.js';
import { placeInThreads } from './threads.js';

/** What may change of a stored message. */
export type MessageChanges = Partial<Pick<MailMessage, 'folderId' | 'isRead' | 'isStarred'>>;

/**
 * The messages of mailboxes, with everything that counts them: each method writes the message, the counts of its folders and
 * the bytes of its mailbox in the caller's transaction. It locks the mailbox first, so that writers of one mailbox come one
 * after the other. Who writes to several mailboxes in one transaction takes them in the order of their ids.
 */
@Injectable()
export class MessageStore {
  /** Quotas are the caller's. @throws Problem NotFound if there is no such mailbox */
  async insert(tx: EntityManager, tenantId: TenantId, values: NewMessage): Promise<MailMessage> {
    return (await this.insertMany(tx, tenantId, values.mailboxId, [values]))[0]!;
  }

  /**
   * Inserts messages of one mailbox as if one after the other, in a number of round trips that does not grow with them.
   * Quotas are the caller's. @throws Problem NotFound if there is no such mailbox
   */
  async insertMany(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    given: readonly NewMessage[],
  ): Promise<MailMessage[]> {
    if (given.length === 0) return [];
    const now = new Date();
    const messages = given.map((values) => {
      const message = storableMessage(values);
      return { ...message, mailboxId, sortedAt: message.sortedAt ?? now };
    });
    const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
    if (!(await lockMailbox(tx, tenantId, mailboxId, bytes))) throw new Problem('NotFound');
    const folders = await findFolders(tx, tenantId, mailboxId, messages);
    const places = await placeInThreads(tx, { tenantId, mailboxId }, messages);
    const inserted = messages.map((message, index): InsertedMessage => {
      const { threadId, hashes, conversation } = places[index]!;
      const { folder, inReplyTo: _inReplyTo, references: _references, attachments = [], ...columns } = message;
      const row = tx.create(MailMessage, {
        ...DEFAULTS,
        ...columns,
        tenantId,
        id: v7(),
        folderId: folders.get(keyOf(folder))!,
        threadId,
        conversationHash: conversation,
        hasAttachments: attachments.some(({ isInline }) => !isInline),
      });
      return { row, attachments, hashes };
    });
    const createdAt = await insertMessages(tx, inserted);
    return inserted.map(({ row }) => Object.assign(row, { createdAt }));
  }

  /** Moves, marks and stars. Null if the mailbox has no such message. The folder is one of the mailbox. */
  async update(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    id: string,
    changes: MessageChanges,
  ): Promise<MailMessage | null> {
    if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) return null;
    const before = await tx.findOneBy(MailMessage, { tenantId, mailboxId, id });
    if (!before) return null;
    const after = tx.create(MailMessage, { ...before, ...changes });
    if (Object.keys(changes).length === 0) return after;
    const isCountedAnew = before.isRead !== after.isRead || before.folderId !== after.folderId;
    if (isCountedAnew) await countLabelsOf(tx, tenantId, [id], -1);
    await tx.update(MailMessage, { tenantId, id }, changes);
    if (isCountedAnew) await countLabelsOf(tx, tenantId, [id], 1);
    await this.recount(tx, tenantId, [before], [after]);
    return after;
  }

  /** Deletes a message for good; its blobs go with the sweep. Null if the mailbox has no such message. */
  async delete(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailMessage | null> {
    if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) return null;
    const before = await tx.findOneBy(MailMessage, { tenantId, mailboxId, id });
    if (!before) return null;
    await countLabelsOf(tx, tenantId, [id], -1);
    await tx.delete(MailMessage, { tenantId, id });
    await lockMailbox(tx, tenantId, mailboxId, -before.bytes);
    await this.recount(tx, tenantId, [before], []);
    return before;
  }

  private async recount(
    tx: EntityManager,
    tenantId: TenantId,
    before: readonly MailMessage[],
    after: readonly MailMessage[],
  ): Promise<void> {
    const counts = new Map<string, { total: number; unread: number }>();
    const add = ({ folderId, isRead }: MailMessage, sign: 1 | -1) => {
      const count = counts.get(folderId) ?? { total: 0, unread: 0 };
      counts.set(folderId, { total: count.total + sign, unread: count.unread + (isRead ? 0 : sign) });
    };
    for (const message of before) add(message, -1);
    for (const message of after) add(message, 1);
    for (const [folderId, change] of counts) await changeFolderCounts(tx, tenantId, folderId, change);
  }
}

const DEFAULTS = {
  bcc: [],
  replyTo: [],
  datedAt: null,
  isStarred: false,
  listId: null,
  envelopeFrom: null,
  envelopeTo: null,
  authentication: null,
  authenticationResults: null,
  spam: null,
  quarantineReason: null,
};

const keyOf = (choice: FolderChoice): string => (typeof choice === 'object' ? choice.id : choice);

/** The ids of the folders that messages name, by what they name. */
async function findFolders(
  tx: EntityManager,
  tenantId: TenantId,
  mailboxId: string,
  messages: readonly NewMessage[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { folder } of messages)
    if (!found.has(keyOf(folder))) found.set(keyOf(folder), await findFolder(tx, tenantId, mailboxId, folder));
  return found;
}

async function findFolder(
  tx: EntityManager,
  tenantId: TenantId,
  mailboxId: string,
  choice: FolderChoice,
): Promise<string> {
  const own = { tenantId, mailboxId };
  // A share of the row keeps the folder from being deleted meanwhile.
  const lock = { mode: 'for_key_share' as const };
  if (typeof choice === 'object') {
    const folder = await tx.findOne(Folder, { where: { ...own, id: choice.id }, lock });
    if (folder) return folder.id;
  }
  const kind = typeof choice === 'object' ? 'inbox' : choice;
  return (await tx.findOneByOrFail(Folder, { ...own, kind })).id;
}
