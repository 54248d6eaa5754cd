import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import {
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  lockKey,
  many,
  type TenantId,
  toKeysetPages,
} from '#libs/core/persistence';
import { ContactImport } from './contact-import.entity.js';
import { ContactImportError } from './contact-import-error.entity.js';
import type { RowNote } from './rows/import-row.js';
import { ACTIVE_STATES, MAX_ERRORS } from './import-values.js';
import { deleteFinishedImports, insertErrors, listExpiredImports } from './import.sql.js';
import { ERRORS_OF_IMPORTS } from './import-errors.sql.js';

/** A page of the errors of one import. */
export interface OfImport extends KeysetRequest {
  importId: string;
}

/** Comes before every UUIDv7. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The imports of a tenant. */
@Injectable()
export class ImportRepository {
  async insert(tx: EntityManager, contactImport: ContactImport): Promise<void> {
    await tx.insert(ContactImport, contactImport);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactImport | null> {
    return tx.findOneBy(ContactImport, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactImport | null> {
    return tx.findOne(ContactImport, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    tx: EntityManager,
    { tenantId, id }: Pick<ContactImport, 'tenantId' | 'id'>,
    changes: Partial<ContactImport>,
  ): Promise<void> {
    await tx.update(ContactImport, { tenantId, id }, changes);
  }

  /** Newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<ContactImport>> {
    return listKeysetPage(tx.createQueryBuilder(ContactImport, 'import').where({ tenantId }), ['id'], page);
  }

  /** Makes other transactions that start or end an import of the tenant wait for this one. Lock it before a row. */
  async lockLine(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await lockKey(tx, 'contact import', tenantId);
  }

  async countUnfinished(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(ContactImport, { tenantId, state: In(['waiting', ...ACTIVE_STATES]) });
  }

  async hasActive(tx: EntityManager, tenantId: TenantId): Promise<boolean> {
    return tx.existsBy(ContactImport, { tenantId, state: In([...ACTIVE_STATES]) });
  }

  async findOldestWaiting(tx: EntityManager, tenantId: TenantId): Promise<ContactImport | null> {
    return tx.findOne(ContactImport, { where: { tenantId, state: 'waiting' }, order: { id: 'ASC' } });
  }

  /** Stores errors and warnings of rows, up to the maximum of an import. @param stored how many there were before */
  async insertNotes(
    tx: EntityManager,
    { tenantId, id: importId }: Pick<ContactImport, 'tenantId' | 'id'>,
    notes: readonly (RowNote & { isWarning: boolean })[],
    stored: number,
  ): Promise<void> {
    const kept = notes.slice(0, Math.max(0, MAX_ERRORS - stored));
    await insertErrors(
      tx,
      kept.map((note) => ({ ...note, tenantId, importId, id: v7() })),
    );
  }

  async deleteErrors(tx: EntityManager, { tenantId, id }: Pick<ContactImport, 'tenantId' | 'id'>): Promise<void> {
    await tx.delete(ContactImportError, { tenantId, importId: id });
  }

  async listErrors(tx: EntityManager, tenantId: TenantId, importId: string): Promise<ContactImportError[]> {
    return tx.find(ContactImportError, { where: { tenantId, importId }, order: { id: 'ASC' } });
  }

  /** A page for each request, in their order. */
  async listErrorPages(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly OfImport[],
  ): Promise<KeysetPage<ContactImportError>[]> {
    const rows = await many<ContactImportError & { request: number }>(tx, ERRORS_OF_IMPORTS, [
      tenantId,
      requests.map(({ importId }) => importId),
      requests.map(({ after }) => after?.[0] ?? BEFORE_ALL),
      requests.map(({ limit }) => limit + 1),
    ]);
    return toKeysetPages(requests, rows, ({ id }) => [id]);
  }

  /** Imports of all tenants whose file or undo data is to be deleted now. For the system role. */
  async listExpired(tx: EntityManager, limit: number): Promise<Pick<ContactImport, 'tenantId' | 'id'>[]> {
    return listExpiredImports(tx, limit);
  }

  /** Deletes imports of all tenants that ended so many days ago. For the system role. */
  async deleteFinished(tx: EntityManager, days: number, limit: number): Promise<number> {
    return deleteFinishedImports(tx, days, limit);
  }
}
