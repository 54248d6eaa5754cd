import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { returned, rowsByKeys, type TenantId } from '#libs/core/persistence';
import { type FolderKind, SYSTEM_FOLDERS } from './folder-values.js';
import { Folder } from './folder.entity.js';

const NAMES = { tenant: ':tenantId', as: 'folder' };
const OF_MAILBOXES = rowsByKeys('folder', { mailbox_id: 'cast(:mailboxIds as uuid[])' }, NAMES);
const BY_IDS = rowsByKeys('folder', { id: 'cast(:ids as uuid[])' }, NAMES);

/** Folders of mailboxes. */
@Injectable()
export class FolderRepository {
  /** Lists system folders in their order, then custom ones by name. */
  async list(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<Folder[]> {
    return (await tx.findBy(Folder, { tenantId, mailboxId })).toSorted(compareFolders);
  }

  /** Lists the folders of several mailboxes, in no order. */
  async listMany(tx: EntityManager, tenantId: TenantId, mailboxIds: readonly string[]): Promise<Folder[]> {
    return tx.createQueryBuilder(Folder, 'folder').where(OF_MAILBOXES, { tenantId, mailboxIds }).getMany();
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Folder[]> {
    return tx.createQueryBuilder(Folder, 'folder').where(BY_IDS, { tenantId, ids }).getMany();
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<Folder | null> {
    return tx.findOneBy(Folder, { tenantId, mailboxId, id });
  }

  async countCustom(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(Folder, { tenantId, mailboxId, kind: 'custom' });
  }

  /** Null if the mailbox has one of that name. */
  async insert(tx: EntityManager, tenantId: TenantId, mailboxId: string, name: string): Promise<Folder | null> {
    const row = { tenantId, id: v7(), mailboxId, kind: 'custom' as const, name, total: 0, unread: 0 };
    const insert = tx.createQueryBuilder().insert().into(Folder).orIgnore().returning('*');
    const [folder] = returned(tx, Folder, await insert.values(row).execute());
    return folder ?? null;
  }

  async rename(tx: EntityManager, { tenantId, id }: Folder, name: string): Promise<void> {
    await tx.update(Folder, { tenantId, id }, { name });
  }

  async delete(tx: EntityManager, { tenantId, id }: Folder): Promise<void> {
    await tx.delete(Folder, { tenantId, id });
  }
}

/** Sorts system folders in their order, then custom ones by name. */
export const compareFolders = (a: Folder, b: Folder): number =>
  rank(a.kind) - rank(b.kind) || a.name.localeCompare(b.name);

const rank = (kind: FolderKind): number => (kind === 'custom' ? SYSTEM_FOLDERS.length : SYSTEM_FOLDERS.indexOf(kind));
