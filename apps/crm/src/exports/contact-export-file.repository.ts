import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type KeysetPage, type KeysetRequest, listKeysetPage, lockKey, type TenantId } from '#libs/core/persistence';
import { ContactExportFile } from './contact-export-file.entity.js';
import { UNFINISHED_STATES } from './export-values.js';

/** A file, by its key. */
export type ExportFileKey = Pick<ContactExportFile, 'tenantId' | 'id'>;

/** The exports of a tenant that jobs write. */
@Injectable()
export class ContactExportFileRepository {
  async insert(tx: EntityManager, file: ContactExportFile): Promise<void> {
    await tx.insert(ContactExportFile, file);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactExportFile | null> {
    return tx.findOneBy(ContactExportFile, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactExportFile | null> {
    return tx.findOne(ContactExportFile, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: EntityManager, { tenantId, id }: ExportFileKey, changes: Partial<ContactExportFile>): Promise<void> {
    await tx.update(ContactExportFile, { tenantId, id }, changes);
  }

  /** Notes how far an attempt is; false if it is not the one that may finish the file. */
  async noteWritten(
    tx: EntityManager,
    { tenantId, id, attempt }: ContactExportFile,
    written: number,
  ): Promise<boolean> {
    const { affected } = await tx.update(ContactExportFile, { tenantId, id, attempt, state: 'running' }, { written });
    return affected === 1;
  }

  async delete(tx: EntityManager, { tenantId, id }: ExportFileKey): Promise<void> {
    await tx.delete(ContactExportFile, { tenantId, id });
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<ContactExportFile>> {
    return listKeysetPage(tx.createQueryBuilder(ContactExportFile, 'file').where({ tenantId }), ['id'], page);
  }

  /** Makes other transactions that begin an export of the tenant wait, and counts those that are unfinished or have a file. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<{ unfinished: number; live: number }> {
    await lockKey(tx, 'contact export', tenantId);
    const unfinished = await tx.countBy(ContactExportFile, { tenantId, state: In([...UNFINISHED_STATES]) });
    return { unfinished, live: unfinished + (await tx.countBy(ContactExportFile, { tenantId, state: 'completed' })) };
  }
}
