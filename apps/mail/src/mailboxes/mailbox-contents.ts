import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';

/** Inserts rows that a new mailbox begins with, in the transaction that inserts the mailbox. */
export type InsertContents = (tx: EntityManager, tenantId: TenantId, mailboxId: string) => Promise<void>;

/** Folders, labels and other rows that every mailbox has from its beginning. Features register when the app starts. */
@Injectable()
export class MailboxContents {
  private readonly registered: InsertContents[] = [];

  register(insert: InsertContents): void {
    this.registered.push(insert);
  }

  async insertInto(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
    for (const insert of this.registered) await insert(tx, tenantId, mailboxId);
  }
}
