import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { inDays } from '../in-days.js';
import type { ContactImport } from './contact-import.entity.js';
import { RUN_IMPORT_JOB } from './import-jobs.js';
import { ImportRepository } from './import.repository.js';
import { type ImportState, UNDO_DAYS } from './import-values.js';

/** The imports of a tenant wait for each other: one runs, or is undone, at a time. */
@Injectable()
export class ImportLine {
  constructor(
    private readonly imports: ImportRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Starts the oldest waiting import unless another one runs. The transaction holds the lock of the line. */
  async startNext(tx: EntityManager, tenantId: TenantId): Promise<void> {
    if (await this.imports.hasActive(tx, tenantId)) return;
    const next = await this.imports.findOldestWaiting(tx, tenantId);
    if (!next) return;
    await this.imports.update(tx, next, { state: 'checking', startedAt: new Date() });
    await this.outbox.enqueue(tx, RUN_IMPORT_JOB, [{ tenantId, payload: { importId: next.id } }]);
  }

  /**
   * Ends an import and starts the next one. The key of its file is gone with this transaction. The transaction holds the
   * lock of the line.
   */
  async end(
    tx: EntityManager,
    contactImport: ContactImport,
    state: ImportState & ('completed' | 'failed' | 'canceled' | 'undone'),
    failure: string | null = null,
  ): Promise<void> {
    const { isDryRun, processed } = contactImport;
    const isUndoable = state !== 'undone' && !isDryRun && processed > 0;
    await this.imports.update(tx, contactImport, {
      state,
      failure,
      finishedAt: contactImport.finishedAt ?? new Date(),
      sealedKey: null,
      blobHash: null,
      expiresAt: isUndoable ? inDays(UNDO_DAYS) : null,
    });
    await this.startNext(tx, contactImport.tenantId);
  }
}
