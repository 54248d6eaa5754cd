import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { v7 } from 'uuid';
import { Problem } from '#libs/core/http';
import { searchDocument } from '#libs/mail/mail-search';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { updateSearch } from '../../search/message-search.sql.js';
import { MailboxEvents } from '../../mailbox-changes/mailbox-events.js';
import { countLabelsOf } from '../../labels/label-counts.sql.js';
import { changeFolderCounts } from '../../folders/folder-counts.sql.js';
import { lockMailbox, lockMailboxes, type MailboxGrowth } from '../../mailboxes/mailbox-lock.sql.js';
import { findFolders } from './message-folders.sql.js';
import { conversationHash } from '../threads/conversation.js';
import { deleteMessages, type InsertedMessage, insertMessages } from './message-insert.sql.js';
import { MailMessage } from '../mail-message.entity.js';
import { hasFiles, type MessageOfTenant, type NewMessage } from './new-message.js';
import { storable, storableMessage } from './storable.js';
import type { DatedMessage } from '../threads/batch-threads.js';
import { placeInThreads } from '../threads/threads.js';

/** Fields of a stored message that may change. */
export type MessageChanges = Partial<Pick<MailMessage, 'folderId' | 'isRead' | 'isStarred'>>;

/** Fields of a deleted message that counts depend on. */
export type DiscardedMessage = Pick<MailMessage, 'tenantId' | 'mailboxId' | 'id' | 'folderId' | 'bytes' | 'isRead'>;

/** Fields of a message that change while it is being written. */
export type RewrittenMessage = Partial<
  Pick<
    MailMessage,
    | 'blobHash'
    | 'bytes'
    | 'subject'
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'snippet'
    | 'sortedAt'
    | 'datedAt'
    | 'hasAttachments'
  >
>;

/**
 * The messages of mailboxes, with everything that counts them: each method writes the message, the counts of its folders and
 * the bytes of its mailbox in the caller's transaction. It locks the mailbox first, so that writers of one mailbox come one
 * after the other. Who writes to several mailboxes in one transaction takes them in the order of their ids. Listeners of the
 * mailbox are told once it has committed.
 */
@Injectable()
export class MessageStore {
  constructor(private readonly events: MailboxEvents) {}

  /** Quotas are the caller's. @throws Problem NotFound if there is no such mailbox */
  async insert(tx: SqlExecutor, tenantId: TenantId, values: NewMessage): Promise<MailMessage> {
    return (await this.insertMany(tx, tenantId, values.mailboxId, [values]))[0]!;
  }

  /**
   * Inserts messages of one mailbox as if one after the other, in a number of round trips that does not grow with them.
   * Quotas are the caller's. @throws Problem NotFound if there is no such mailbox
   */
  async insertMany(
    tx: SqlExecutor,
    tenantId: TenantId,
    mailboxId: string,
    given: readonly NewMessage[],
  ): Promise<MailMessage[]> {
    return this.insertAll(
      tx,
      given.map((message) => ({ tenantId, message: { ...message, mailboxId } })),
    );
  }

  /**
   * The same for messages of any mailboxes, with a round trip or two more for each mailbox.
   * @throws Problem NotFound if one of the mailboxes is not there; then none is inserted
   */
  async insertAll(tx: SqlExecutor, given: readonly MessageOfTenant[]): Promise<MailMessage[]> {
    if (given.length === 0) return [];
    const now = new Date();
    const messages = given.map(({ tenantId, message: values }) => {
      const message = storableMessage(values);
      return { tenantId, message: message.sortedAt ? (message as DatedMessage) : { ...message, sortedAt: now } };
    });
    const growths = growthsBy(messages);
    if ((await lockMailboxes(tx, growths)).size < growths.length) throw new Problem('NotFound');
    const folders = await findFolders(tx, messages);
    const places = await placeInThreads(tx, messages, (mailboxId, ids) =>
      this.events.messages(tx, mailboxId, ids, 'updated'),
    );
    const inserted = messages.map(({ tenantId, message }, index): InsertedMessage => {
      const { threadId, hashes, conversation } = places[index]!;
      const { attachments = [], searchText = message.snippet } = message;
      const { folder: _f, inReplyTo: _i, references: _r, attachments: _a, searchText: _s, ...columns } = message;
      const row = Object.assign(new MailMessage(), DEFAULTS, columns, {
        tenantId,
        id: message.id ?? v7(),
        folderId: folders[index]!,
        threadId,
        conversationHash: conversation,
        hasAttachments: hasFiles(attachments),
      });
      const fileNames = attachments.map(({ fileName }) => fileName);
      return { row, attachments, hashes, document: searchDocument({ ...row, text: searchText, fileNames }) };
    });
    const createdAt = await insertMessages(tx, inserted);
    for (const { row } of inserted) this.events.message(tx, row.mailboxId, row.id, 'created');
    return inserted.map(({ row }) => Object.assign(row, { createdAt }));
  }

  /** Locks mailboxes that the transaction will write to later. @throws Problem NotFound if one of them is not there */
  async lock(tx: SqlExecutor, mailboxes: readonly { tenantId: TenantId; mailboxId: string }[]): Promise<void> {
    const growths = new Map(mailboxes.map((one) => [one.mailboxId, { ...one, bytes: 0 }]));
    if (growths.size > 0 && (await lockMailboxes(tx, [...growths.values()])).size < growths.size)
      throw new Problem('NotFound');
  }

  /** Moves, marks and stars. Null if the mailbox has no such message. The folder is one of the mailbox. */
  async update(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    id: string,
    changes: MessageChanges,
  ): Promise<MailMessage | null> {
    return (await this.updateMany(tx, tenantId, mailboxId, [id], changes))[0] ?? null;
  }

  /** The same for several messages, by as many statements as for one for each folder. Returns those that are there. */
  async updateMany(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    ids: readonly string[],
    changes: MessageChanges,
  ): Promise<MailMessage[]> {
    if (ids.length === 0 || !(await lockMailbox(tx, tenantId, mailboxId, 0))) return [];
    const before = await tx.findBy(MailMessage, { tenantId, mailboxId, id: In([...ids]) });
    const after = before.map((message) => tx.create(MailMessage, { ...message, ...changes }));
    if (before.length === 0 || Object.keys(changes).length === 0) return after;
    const there = before.map(({ id }) => id);
    const counted = before
      .filter(({ isRead, folderId }, index) => isRead !== after[index]!.isRead || folderId !== after[index]!.folderId)
      .map(({ id }) => id);
    if (counted.length > 0) await countLabelsOf(tx, tenantId, counted, -1);
    await tx.update(MailMessage, { tenantId, id: In(there) }, changes);
    if (counted.length > 0) await countLabelsOf(tx, tenantId, counted, 1);
    await this.recount(tx, tenantId, before, after);
    this.events.messages(tx, mailboxId, there, 'updated');
    return after;
  }

  /** Changes a message that is being written, whose mailbox is locked. `searchText` is that of all of it. */
  async rewrite(
    tx: EntityManager,
    before: MailMessage,
    values: RewrittenMessage,
    searchText: string,
  ): Promise<MailMessage> {
    const { tenantId, mailboxId, id } = before;
    const after = tx.create(MailMessage, { ...before, ...storable(values) });
    after.conversationHash = conversationHash(after);
    await tx.update(MailMessage, { tenantId, id }, { ...storable(values), conversationHash: after.conversationHash });
    await updateSearch(tx, after, storable(searchText) as string);
    await lockMailbox(tx, tenantId, mailboxId, after.bytes - before.bytes);
    this.events.message(tx, mailboxId, id, 'updated');
    return after;
  }

  /** Deletes a message for good; its blobs go with the sweep. Null if the mailbox has no such message. */
  async delete(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailMessage | null> {
    if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) return null;
    const before = await tx.findOneBy(MailMessage, { tenantId, mailboxId, id });
    if (!before) return null;
    await this.discard(tx, before);
    return before;
  }

  /** The same for messages that are known, of one mailbox, which is locked. */
  async discard(tx: SqlExecutor, ...messages: readonly DiscardedMessage[]): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const { tenantId, mailboxId } = first;
    const ids = messages.map(({ id }) => id);
    await countLabelsOf(tx, tenantId, ids, -1);
    await deleteMessages(tx, tenantId, ids);
    const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
    await lockMailbox(tx, tenantId, mailboxId, -bytes);
    await this.recount(tx, tenantId, messages, []);
    this.events.messages(tx, mailboxId, ids, 'deleted');
  }

  private async recount(
    tx: SqlExecutor,
    tenantId: TenantId,
    before: readonly Counted[],
    after: readonly Counted[],
  ): Promise<void> {
    const counts = new Map<string, { total: number; unread: number }>();
    const add = ({ folderId, isRead }: Counted, sign: 1 | -1) => {
      const count = counts.get(folderId) ?? { total: 0, unread: 0 };
      counts.set(folderId, { total: count.total + sign, unread: count.unread + (isRead ? 0 : sign) });
    };
    for (const message of before) add(message, -1);
    for (const message of after) add(message, 1);
    for (const [folderId, change] of counts) await changeFolderCounts(tx, tenantId, folderId, change);
  }
}

type Counted = Pick<MailMessage, 'folderId' | 'isRead'>;

const DEFAULTS = {
  bcc: [],
  replyTo: [],
  datedAt: null,
  isStarred: false,
  listId: null,
  contentHash: null,
  envelopeFrom: null,
  envelopeTo: null,
  received: null,
  authentication: null,
  authenticationResults: null,
  spam: null,
  quarantineReason: null,
};

/** One for each mailbox. */
function growthsBy(messages: readonly MessageOfTenant[]): MailboxGrowth[] {
  const byMailbox = new Map<string, MailboxGrowth>();
  for (const { tenantId, message } of messages) {
    const { mailboxId, bytes } = message;
    const before = byMailbox.get(mailboxId)?.bytes ?? 0;
    byMailbox.set(mailboxId, { tenantId, mailboxId, bytes: before + bytes });
  }
  return [...byMailbox.values()];
}
