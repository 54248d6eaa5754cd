import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { type DeadJob, Every, type JobBatch, OnDead } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { RUN_MESSAGE_IMPORT_JOB } from './import-jobs.js';
import { type ImportState, KEPT_DAYS, RUN_DAYS } from './import-values.js';
import type { MessageImport } from './message-import.entity.js';
import { MessageImportRepository } from './message-import.repository.js';

export const INTERNAL_FAILURE = 'The import stopped because of an internal error';
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/** Ends imports: from then on nothing refers to their files, which are swept. */
@Injectable()
export class ImportEnd {
  constructor(
    private readonly database: Database,
    private readonly imports: MessageImportRepository,
  ) {}

  /** Completes the job of an import, and the import with it if it still runs. */
  async finish(batch: JobBatch<unknown>, jobId: string, importId: string, failure: string | null): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      const found = await this.imports.lockForUpdate(tx, tenantId, importId);
      const ours = await batch.complete(tx, [jobId]);
      if (!ours.has(jobId) || found?.state !== 'running') return;
      await this.end(tx, found, failure === null ? 'completed' : 'failed', failure);
    });
  }

  async complete(batch: JobBatch<unknown>, jobId: string): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [jobId]));
  }

  /** Its workers were lost. */
  @OnDead(RUN_MESSAGE_IMPORT_JOB)
  async giveUp(tx: EntityManager, { tenantId, payload }: DeadJob): Promise<void> {
    const found = await this.imports.lockForUpdate(tx, tenantId, payload['importId'] as string);
    if (found?.state === 'running') await this.end(tx, found, 'failed', INTERNAL_FAILURE);
  }

  /** Ends an import, whose row is locked. */
  async end(
    tx: EntityManager,
    found: MessageImport,
    state: Exclude<ImportState, 'running'>,
    failure: string | null = null,
  ): Promise<MessageImport> {
    const { tenantId, id, mailboxId, total, imported, skipped, errors } = found;
    const readBytes = state === 'completed' ? found.fileBytes : found.readBytes;
    const ended = { state, failure, readBytes, blobHash: null, finishedAt: new Date() };
    await recordAudit(tx, {
      action: `message-import.${state}`,
      object: { type: 'message-import', id },
      tenantId,
      after: { mailboxId, total, imported, skipped, errors },
    });
    return this.imports.update(tx, found, ended);
  }

  /** Deletes imports some time after their end, and ends those that never do. */
  @Every({ every: HOUR_MS, lock: 'import retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    const overdue = await this.database.system((tx) => this.imports.listOverdue(tx, RUN_DAYS, AT_ONCE));
    for (const { tenantId, id } of overdue)
      await this.database.tenant(tenantId, async (tx) => {
        const found = await this.imports.lockForUpdate(tx, tenantId, id);
        if (found?.state === 'running') await this.end(tx, found, 'failed', `It did not end within ${RUN_DAYS} days`);
      });
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      if (signal?.aborted) return;
      deleted = await this.database.system((tx) => this.imports.deleteFinished(tx, KEPT_DAYS, AT_ONCE));
    }
  }
}
