import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { Folder } from '../../folders/folder.entity.js';
import type { FolderKind } from '../../folders/folder-values.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MailMessage } from '../mail-message.entity.js';
import { lockMailbox } from '../../mailboxes/mailbox-lock.sql.js';
import { isDeletable, whyUnmovable } from './message-moves.js';
import { type MessageChanges, MessageStore } from '../store/message-store.js';

/** Messages that emptying deletes in one transaction, and transactions of one call. */
const SLICE = 500;
const SLICES = 20;

/** Outcome of a batch. */
export interface BatchOutcome {
  done: number;
  /** Ids that the mailbox does not have, and of messages that the change is not allowed for. */
  ignored: string[];
}

/** Changes many messages at once for users, by a number of statements that does not grow with them. */
@Injectable()
export class MessageBatchesService {
  constructor(
    private readonly database: Database,
    private readonly store: MessageStore,
  ) {}

  /** Marks, stars and moves. @throws Problem NotFound for a folder that the mailbox does not have */
  async change(mailbox: Mailbox, ids: readonly string[], changes: MessageChanges): Promise<BatchOutcome> {
    const { tenantId, id: mailboxId } = mailbox;
    const { folderId } = changes;
    return this.inMailbox(mailbox, ids, async (tx, messages, kinds) => {
      const target = folderId === undefined ? null : kinds.get(folderId);
      if (target === undefined) throw new Problem('NotFound', { message: 'The mailbox does not have the folder' });
      const allowed = messages.filter(
        (message) =>
          target === null ||
          message.folderId === folderId ||
          whyUnmovable(message, kinds.get(message.folderId)!, target) === null,
      );
      const chosen = allowed.map(({ id }) => id);
      return (await this.store.updateMany(tx, tenantId, mailboxId, chosen, changes)).map(({ id }) => id);
    });
  }

  /** Deletes for good what is in the trash, in spam or in quarantine. */
  async delete(mailbox: Mailbox, ids: readonly string[]): Promise<BatchOutcome> {
    return this.inMailbox(mailbox, ids, async (tx, messages, kinds) => {
      const allowed = messages.filter(({ folderId }) => isDeletable(kinds.get(folderId)!));
      await this.store.discard(tx, ...allowed);
      return allowed.map(({ id }) => id);
    });
  }

  /**
   * Deletes what is in the trash or in spam for good, the newest first, up to 10,000 messages. Returns how many it deleted and
   * how many are left. @throws Problem NotFound, Conflict for another folder
   */
  async empty(mailbox: Mailbox, folderId: string): Promise<{ deleted: number; left: number }> {
    const { tenantId, id: mailboxId } = mailbox;
    const where = { tenantId, mailboxId, id: folderId };
    const find = (tx: EntityManager) => (isUuid(folderId) ? tx.findOneBy(Folder, where) : null);
    const folder = await this.database.tenant(tenantId, async (tx) => find(tx));
    if (!folder) throw new Problem('NotFound');
    if (folder.kind !== 'trash' && folder.kind !== 'spam')
      throw new Problem('Conflict', { message: 'The trash and spam can be emptied, other folders not' });
    let deleted = 0;
    for (let slice = 0; slice < SLICES; slice += 1) {
      const count = await this.database.tenant(tenantId, (tx) => this.emptySlice(tx, mailbox, folderId));
      deleted += count;
      if (count < SLICE) break;
    }
    const after = await this.database.tenant(tenantId, async (tx) => find(tx));
    return { deleted, left: after?.total ?? 0 };
  }

  private async emptySlice(tx: EntityManager, { tenantId, id: mailboxId }: Mailbox, folderId: string): Promise<number> {
    if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) return 0;
    const where = { tenantId, mailboxId, folderId };
    const messages = await tx.find(MailMessage, { where, order: { sortedAt: 'DESC', id: 'DESC' }, take: SLICE });
    await this.store.discard(tx, ...messages);
    return messages.length;
  }

  /** Work on the messages of a mailbox, and the kinds of its folders, that nobody else changes meanwhile. */
  private async inMailbox(
    { tenantId, id: mailboxId }: Mailbox,
    ids: readonly string[],
    work: (
      tx: EntityManager,
      messages: MailMessage[],
      kinds: ReadonlyMap<string, FolderKind>,
    ) => Promise<readonly string[]>,
  ): Promise<BatchOutcome> {
    const done = await this.database.tenant(tenantId, async (tx) => {
      if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) throw new Problem('NotFound');
      const folders = await tx.find(Folder, { where: { tenantId, mailboxId }, select: { id: true, kind: true } });
      const messages = await tx.findBy(MailMessage, { tenantId, mailboxId, id: In([...ids]) });
      return work(tx, messages, new Map(folders.map(({ id, kind }) => [id, kind])));
    });
    const did = new Set(done);
    return { done: did.size, ignored: [...new Set(ids)].filter((id) => !did.has(id)) };
  }
}
