import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { Folder } from '../../folders/folder.entity.js';
import type { FolderKind } from '../../folders/folder-values.js';
import { administers } from '../../mailboxes/mailbox-access.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../mail-message.entity.js';
import { lockMailbox } from '../../mailboxes/mailbox-lock.sql.js';
import { type MessageChanges, MessageStore } from '../store/message-store.js';
import { MessageRepository } from '../message.repository.js';
import { isDeletable, whyUnmovable } from './message-moves.js';
import { type LabelledMessage, withLabels } from '../messages.service.js';

interface Placed {
  message: MailMessage;
  kind: FolderKind;
}

/** Changes messages for users. */
@Injectable()
export class MessageChangesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessageRepository,
    private readonly store: MessageStore,
  ) {}

  /**
   * Marks, stars and moves.
   * @throws Problem NotFound for a message or folder that the mailbox does not have, Conflict for a move into or out of
   * quarantine, of a draft elsewhere than to the trash, and of another message to the drafts
   */
  async change(mailbox: Mailbox, id: string, changes: MessageChanges): Promise<LabelledMessage> {
    return this.inMailbox(mailbox, id, async (tx, { message, kind }) => {
      const { folderId } = changes;
      if (folderId !== undefined && folderId !== message.folderId) {
        const target = isUuid(folderId) ? await findFolder(tx, mailbox, { id: folderId }) : null;
        if (!target) throw new Problem('NotFound', { message: 'The mailbox does not have the folder' });
        assertMovable(message, kind, target.kind);
      }
      return this.update(tx, mailbox, id, changes);
    });
  }

  /**
   * Puts a message of the quarantine into the inbox. Its infected files are still downloaded at one's risk only.
   * @throws Problem NotFound, Conflict if it is not in quarantine, InsufficientScope for a forged sender unless the user
   * administers the tenant
   */
  async release(mailbox: Mailbox, id: string): Promise<LabelledMessage> {
    const isAdmin = administers(currentSession());
    return this.inMailbox(mailbox, id, async (tx, { message, kind }) => {
      if (kind !== 'quarantine') throw conflict('The message is not in quarantine');
      if (message.quarantineReason === 'signature' && !isAdmin) {
        throw new Problem('InsufficientScope', {
          message: 'An admin of the account releases messages of forged senders',
        });
      }
      const inbox = await findFolder(tx, mailbox, { kind: 'inbox' });
      const { quarantineReason: reason, mailboxId, tenantId } = message;
      await recordAudit(tx, {
        action: 'message.released',
        object: { type: 'message', id },
        tenantId,
        after: { mailboxId, reason },
      });
      return this.update(tx, mailbox, id, { folderId: inbox!.id });
    });
  }

  /** Deletes a message for good. @throws Problem NotFound, Conflict unless it is in the trash, spam or quarantine */
  async delete(mailbox: Mailbox, id: string): Promise<void> {
    await this.inMailbox(mailbox, id, async (tx, { kind }) => {
      if (!isDeletable(kind)) throw conflict('Move the message to the trash first');
      await this.store.delete(tx, mailbox.tenantId, mailbox.id, id);
    });
  }

  private async update(
    tx: EntityManager,
    { tenantId, id: mailboxId }: Mailbox,
    id: string,
    changes: MessageChanges,
  ): Promise<LabelledMessage> {
    const message = await this.store.update(tx, tenantId, mailboxId, id, changes);
    if (!message) throw new Problem('NotFound');
    return (await withLabels(tx, tenantId, [message]))[0]!;
  }

  /** Work on a message that nobody else changes meanwhile. */
  private async inMailbox<T>(
    mailbox: Mailbox,
    id: string,
    work: (tx: EntityManager, placed: Placed) => Promise<T>,
  ): Promise<T> {
    const { tenantId, id: mailboxId } = mailbox;
    if (!isUuid(id)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const isThere = await lockMailbox(tx, tenantId, mailboxId, 0);
      const message = isThere ? await this.messages.find(tx, tenantId, mailboxId, id) : null;
      const folder = message && (await findFolder(tx, mailbox, { id: message.folderId }));
      if (!message || !folder) throw new Problem('NotFound');
      return work(tx, { message, kind: folder.kind });
    });
  }
}

const findFolder = (
  tx: EntityManager,
  { tenantId, id: mailboxId }: Mailbox,
  which: Partial<Pick<Folder, 'id' | 'kind'>>,
): Promise<Folder | null> => tx.findOneBy(Folder, { tenantId, mailboxId, ...which });

function assertMovable(message: MailMessage, from: FolderKind, to: FolderKind): void {
  const reason = whyUnmovable(message, from, to);
  if (reason) throw conflict(reason);
}

const conflict = (message: string): Problem => new Problem('Conflict', { message });
