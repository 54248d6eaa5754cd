import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { groupBy } from '#libs/core/jobs';
import { Database, type TenantId, violatedUnique } from '#libs/core/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxEvents } from '../mailbox-changes/mailbox-events.js';
import { lockMailbox } from '../mailboxes/mailbox-lock.sql.js';
import { isReservedName, MAX_CUSTOM_FOLDERS } from './folder-values.js';
import type { Folder } from './folder.entity.js';
import { compareFolders, FolderRepository } from './folder.repository.js';

const NAME_UNIQUE = 'folder__name__uq';

export interface FoldersOfMailbox {
  mailboxId: string;
  folders: Folder[];
}

/** The folders of a mailbox. */
@Injectable()
export class FoldersService {
  constructor(
    private readonly database: Database,
    private readonly folders: FolderRepository,
    private readonly events: MailboxEvents,
  ) {}

  /** Lists system folders in their order, then custom ones by name; with their counts. */
  async list({ tenantId, id }: Mailbox): Promise<Folder[]> {
    return this.database.tenant(tenantId, (tx) => this.folders.list(tx, tenantId, id));
  }

  /** The folders of each of these mailboxes, in the same order. For who may read them. */
  async listMany(tenantId: TenantId, mailboxIds: readonly string[]): Promise<FoldersOfMailbox[]> {
    const all = await this.database.tenant(tenantId, (tx) => this.folders.listMany(tx, tenantId, mailboxIds));
    const byMailbox = groupBy(all.toSorted(compareFolders), ({ mailboxId }) => mailboxId);
    return mailboxIds.map((mailboxId) => ({ mailboxId, folders: byMailbox.get(mailboxId) ?? [] }));
  }

  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Folder[]> {
    return this.database.tenant(tenantId, (tx) => this.folders.listByIds(tx, tenantId, ids));
  }

  /** @throws Problem Conflict for a name that is taken or of a system folder, and at the limit */
  async create({ tenantId, id: mailboxId }: Mailbox, name: string): Promise<Folder> {
    if (isReservedName(name)) throw taken();
    return this.database.tenant(tenantId, async (tx) => {
      await lock(tx, tenantId, mailboxId);
      if ((await this.folders.countCustom(tx, tenantId, mailboxId)) >= MAX_CUSTOM_FOLDERS) throw tooMany();
      const folder = await this.folders.insert(tx, tenantId, mailboxId, name);
      if (!folder) throw taken();
      this.events.mailbox(tx, mailboxId, 'folders');
      return folder;
    });
  }

  /** @throws Problem NotFound, Conflict for a name that is taken, and for a system folder */
  async rename({ tenantId, id: mailboxId }: Mailbox, id: string, name: string): Promise<Folder> {
    return this.database.tenant(tenantId, async (tx) => {
      const folder = await this.getCustom(tx, tenantId, mailboxId, id);
      if (isReservedName(name)) throw taken();
      try {
        await this.folders.rename(tx, folder, name);
      } catch (error) {
        throw violatedUnique(error) === NAME_UNIQUE ? taken() : error;
      }
      this.events.mailbox(tx, mailboxId, 'folders');
      return { ...folder, name };
    });
  }

  /** @throws Problem NotFound, Conflict for a system folder, and for one that is not empty */
  async delete({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await lock(tx, tenantId, mailboxId);
      const folder = await this.getCustom(tx, tenantId, mailboxId, id);
      if (folder.total > 0) throw conflict(`The folder has ${folder.total} messages; move them first`);
      await this.folders.delete(tx, folder);
      this.events.mailbox(tx, mailboxId, 'folders');
    });
  }

  private async getCustom(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<Folder> {
    const folder = isUuid(id) ? await this.folders.find(tx, tenantId, mailboxId, id) : null;
    if (!folder) throw new Problem('NotFound');
    if (folder.kind !== 'custom') throw conflict('Folders of the system stay as they are');
    return folder;
  }
}

async function lock(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
  if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) throw new Problem('NotFound');
}

const conflict = (message: string): Problem => new Problem('Conflict', { message });
const taken = (): Problem => conflict('The mailbox has a folder of this name');
const tooMany = (): Problem => conflict(`A mailbox has at most ${MAX_CUSTOM_FOLDERS} folders of its own`);
