import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { type ClaimedJob, type DeadJob, type JobBatch, OnDead, OnJob, type Postponement } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { BlobTooLarge, StorageUnavailable } from '#libs/core/storage';
import { inDays } from '../in-days.js';
import type { ContactExportFile } from './contact-export-file.entity.js';
import { ContactExportFileRepository } from './contact-export-file.repository.js';
import { type ExportAttempt, ExportAttempts, Superseded, type WrittenFile } from './export-attempts.js';
import { WRITE_EXPORT_JOB, type WriteExport } from './export-jobs.js';
import { ImpossibleExport, INTERNAL_FAILURE, TOO_LARGE } from './export-problems.js';
import { FILE_DAYS, UNFINISHED_STATES } from './export-values.js';

/** Failures in a row after which an export has failed. */
const MAX_FAULTS = 5;
const STORAGE_RETRY_MS = 60_000;
/** Waits after the first and after a later erasure of a contact of the file: erasures come in series. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

type WriteJob = ClaimedJob<WriteExport>;

/** The process stops, and another one begins anew. */
class Stopping extends Error {
  override readonly name = 'Stopping';
}

/** Writes the files of exports. */
@Injectable()
export class ExportProcessor implements BeforeApplicationShutdown {
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly exports: ContactExportFileRepository,
    private readonly attempts: ExportAttempts,
  ) {}

  beforeApplicationShutdown(): void {
    this.#isStopping = true;
  }

  @OnJob(WRITE_EXPORT_JOB, { chunk: 1, concurrency: 2, perTenant: 1, maxFailures: MAX_FAULTS })
  async run(batch: JobBatch<WriteExport>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.runJob(batch, job));
  }

  private async runJob(batch: JobBatch<WriteExport>, job: WriteJob): Promise<void> {
    let attempt: ExportAttempt | null = null;
    try {
      attempt = await this.attempts.begin(batch.tenantId, job.payload.exportId);
      if (!attempt) return await this.complete(batch, job);
      const written = await this.attempts.write(attempt, () => {
        if (this.#isStopping) throw new Stopping();
      });
      await this.finish(batch, job, attempt.file, written);
    } catch (error) {
      if (error instanceof Superseded && attempt) return this.beginAnew(batch, job, attempt.file);
      if (error instanceof Stopping) return this.postpone(batch, job, { reason: 'The process stops', inMs: 0 });
      if (error instanceof ImpossibleExport) return this.fail(batch, job, error.message);
      if (error instanceof BlobTooLarge) return this.fail(batch, job, TOO_LARGE);
      if (!(error instanceof StorageUnavailable)) throw error;
      logger.warn('An export waits for the storage', { error });
      await this.postpone(batch, job, { reason: 'The storage is not available', inMs: STORAGE_RETRY_MS });
    }
  }

  /** Finishes the file, unless the attempt may not. @throws Superseded */
  private async finish(
    batch: JobBatch<WriteExport>,
    job: WriteJob,
    { tenantId, id, attempt, format }: ContactExportFile,
    written: WrittenFile,
  ): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const found = await this.exports.lockForUpdate(tx, tenantId, id);
      if (found?.state !== 'running' || found.attempt !== attempt) throw new Superseded();
      await this.exports.update(tx, found, {
        ...written,
        total: written.written,
        state: 'completed',
        sealedFilters: null,
        finishedAt: new Date(),
        expiresAt: inDays(FILE_DAYS),
      });
      await batch.complete(tx, [job.id]);
      const after = { format, rows: written.written, bytes: written.fileBytes };
      await recordAudit(tx, { action: 'contact.export-finished', object: objectOf(id), tenantId, after });
    });
  }

  /** Its handler failed too often, or its workers were lost. An operator may retry it. */
  @OnDead(WRITE_EXPORT_JOB)
  async giveUp(tx: EntityManager, { tenantId, payload }: DeadJob): Promise<void> {
    await this.end(tx, tenantId, payload['exportId'] as string, INTERNAL_FAILURE);
  }

  /** Ends an export without a file, and its job. */
  private async fail(batch: JobBatch<WriteExport>, job: WriteJob, failure: string): Promise<void> {
    await this.database.tenant(batch.tenantId, async (tx) => {
      await batch.complete(tx, [job.id]);
      await this.end(tx, batch.tenantId, job.payload.exportId, failure);
    });
  }

  private async end(tx: EntityManager, tenantId: TenantId, id: string, failure: string): Promise<void> {
    const found = await this.exports.lockForUpdate(tx, tenantId, id);
    if (!found || !isUnfinished(found)) return;
    await this.exports.update(tx, found, {
      state: 'failed',
      failure,
      finishedAt: new Date(),
      attempt: found.attempt + 1,
      expiresAt: inDays(FILE_DAYS),
    });
    await recordAudit(tx, { action: 'contact.export-failed', object: objectOf(id), tenantId });
  }

  /** Writes the file once more, if it is still wanted. The one that begins names itself as the attempt that may finish. */
  private async beginAnew(batch: JobBatch<WriteExport>, job: WriteJob, file: ContactExportFile): Promise<void> {
    const found = await this.database.tenant(file.tenantId, (tx) => this.exports.find(tx, file.tenantId, file.id));
    if (!found || !isUnfinished(found)) return this.complete(batch, job);
    const inMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (file.starts - 1));
    await this.postpone(batch, job, { reason: 'A contact of the file was erased', inMs });
  }

  private async complete(batch: JobBatch<WriteExport>, job: WriteJob): Promise<void> {
    await this.database.tenant(batch.tenantId, (tx) => batch.complete(tx, [job.id]));
  }

  private async postpone(
    batch: JobBatch<WriteExport>,
    { id }: WriteJob,
    { reason, inMs }: Pick<Postponement, 'reason'> & { inMs: number },
  ): Promise<void> {
    const postponement = { id, reason, at: new Date(Date.now() + inMs), untried: true };
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [postponement]));
  }
}

const objectOf = (id: string) => ({ type: 'contact-export', id });

const isUnfinished = ({ state }: ContactExportFile): boolean => UNFINISHED_STATES.some((one) => one === state);
