import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import { SYSTEM_FOLDERS } from './folder-values.js';
import { Folder } from './folder.entity.js';

/** The folders that every mailbox has; insert them with it. */
export async function insertSystemFolders(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
  await tx.insert(
    Folder,
    SYSTEM_FOLDERS.map((kind) => ({ tenantId, id: v7(), mailboxId, kind, name: kind, total: 0, unread: 0 })),
  );
}
