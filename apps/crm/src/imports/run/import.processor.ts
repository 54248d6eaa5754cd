import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { type ClaimedJob, type DeadJob, type JobBatch, OnDead, OnJob } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, isUnavailable, type TenantId } from '#libs/core/persistence';
import { StorageUnavailable } from '#libs/core/storage';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import type { ContactImport } from '../contact-import.entity.js';
import { RUN_IMPORT_JOB, type RunImport } from '../import-jobs.js';
import { ImportLine } from '../import-line.js';
import { ImportReader } from '../import-reader.js';
import { ImportRuns } from './import-run.js';
import { NO_COUNTS } from '../import-values.js';
import { ImportRepository } from '../import.repository.js';
import { InvalidTable } from '../table/table.js';

const ROWS_A_BATCH = 500;
/** After so long a job lets other tenants have a turn, and continues later. */
const SLICE_MS = 60_000;
/** Failures without an outage: after so many the import has failed. */
const MAX_FAULTS = 5;
const INTERNAL_FAILURE = 'A importação parou por uma falha interna.';

type RunJob = ClaimedJob<RunImport>;

/** Reason why a run ended before its last row. */
type Interruption = 'superseded' | 'slice over';

/** Runs imports. Each batch of rows moves the position of its import in the same transaction, so nothing is done twice. */
@Injectable()
export class ImportProcessor implements BeforeApplicationShutdown {
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly line: ImportLine,
    private readonly reader: ImportReader,
    private readonly keys: TenantKeys,
    private readonly runs: ImportRuns,
  ) {}

  beforeApplicationShutdown(): void {
    this.#isStopping = true;
  }

  @OnJob(RUN_IMPORT_JOB, { chunk: 1, concurrency: 4, maxFailures: 100 })
  async run(batch: JobBatch<RunImport>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.runJob(batch, job));
  }

  private async runJob(batch: JobBatch<RunImport>, job: RunJob): Promise<void> {
    const { tenantId } = batch;
    const { importId } = job.payload;
    const finish = async (failure: string | null): Promise<void> => {
      await this.end(tenantId, importId, failure, batch, job);
    };
    try {
      const recordProgress = () => this.database.tenant(tenantId, (tx) => batch.recordProgress(tx, job.id));
      const interruption = await this.runImport(tenantId, importId, recordProgress);
      if (interruption === 'slice over') return await this.postpone(batch, job);
      await finish(null);
    } catch (error) {
      if (error instanceof InvalidTable) return finish(error.message);
      if (isOutage(error) || job.failures + 1 < MAX_FAULTS) throw error;
      logger.error('An import failed', { error });
      await finish(INTERNAL_FAILURE);
    }
  }

  /** Its workers were lost: it holds up the imports behind it no longer. */
  @OnDead(RUN_IMPORT_JOB)
  async giveUp(tx: EntityManager, { tenantId, payload }: DeadJob): Promise<void> {
    await this.endIn(tx, tenantId, payload['importId'] as string, INTERNAL_FAILURE);
  }

  /** Ends an import that still runs; of any other, only the job is completed. */
  private async end(
    tenantId: TenantId,
    id: string,
    failure: string | null,
    batch: JobBatch<unknown>,
    job: RunJob,
  ): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.endIn(tx, tenantId, id, failure);
      await batch.complete(tx, [job.id]);
    });
  }

  private async endIn(tx: EntityManager, tenantId: TenantId, id: string, failure: string | null): Promise<void> {
    await this.imports.lockLine(tx, tenantId);
    const found = await this.imports.lockForUpdate(tx, tenantId, id);
    if (!found || !isRunning(found)) return;
    if (failure === null && found.processed !== found.total) return;
    await this.line.end(tx, found, failure === null ? 'completed' : 'failed', failure);
    const { processed, created, updated, skipped, failed } = found;
    await recordAudit(tx, {
      action: failure === null ? 'import.completed' : 'import.failed',
      object: { type: 'import', id },
      tenantId,
      after: { processed, created, updated, skipped, failed },
    });
  }

  private async postpone(batch: JobBatch<unknown>, { id }: RunJob): Promise<void> {
    const postponement = { id, at: new Date(), reason: 'Other tenants have a turn', untried: true };
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [postponement]));
  }

  private async runImport(
    tenantId: TenantId,
    id: string,
    recordProgress: () => Promise<void>,
  ): Promise<Interruption | undefined> {
    const cipher = await this.keys.cipherOf(tenantId);
    const found = await this.database.tenant(tenantId, (tx) => this.imports.find(tx, tenantId, id));
    if (!found || !isRunning(found)) return 'superseded';
    const counted = found.total === null ? await this.check(found, cipher) : found;
    return counted ? this.importRows(counted, cipher, recordProgress) : 'superseded';
  }

  /** Reads the whole file once before a row of it is imported, so that a broken file changes nothing. */
  private async check(contactImport: ContactImport, cipher: TenantCipher): Promise<ContactImport | undefined> {
    const { tenantId, id } = contactImport;
    const { rows } = await this.reader.open(contactImport, cipher);
    let total = 0;
    for await (const _ of rows) total += 1;
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (found?.state !== 'checking') return undefined;
      await this.imports.update(tx, found, { state: 'running', total });
      return { ...found, state: 'running' as const, total };
    });
  }

  private async importRows(
    found: ContactImport,
    cipher: TenantCipher,
    recordProgress: () => Promise<void>,
  ): Promise<Interruption | undefined> {
    const contactImport = found.isDryRun ? await this.restart(found) : found;
    const { columns, rows } = await this.reader.open(contactImport, cipher);
    const run = await this.runs.start(contactImport, cipher, columns);
    const sliceEnds = performance.now() + SLICE_MS;
    let position = 0;
    let isFirst = true;
    for await (const row of rows) {
      position += 1;
      if (position <= contactImport.processed) continue;
      run.add(row);
      if (run.waiting < ROWS_A_BATCH) continue;
      if (!(await run.flush())) return 'superseded';
      // A dry run begins anew after each loss, so that it has come no further.
      if (isFirst && !contactImport.isDryRun) await recordProgress();
      isFirst = false;
      if (this.#isStopping || (!contactImport.isDryRun && performance.now() > sliceEnds)) return 'slice over';
    }
    return (await run.flush()) ? undefined : 'superseded';
  }

  /** A dry run remembers its rows in memory, so that it begins anew. */
  private async restart(contactImport: ContactImport): Promise<ContactImport> {
    const restarted = { ...contactImport, ...NO_COUNTS };
    await this.database.tenant(contactImport.tenantId, async (tx) => {
      await this.imports.deleteErrors(tx, contactImport);
      await this.imports.update(tx, contactImport, NO_COUNTS);
    });
    return restarted;
  }
}

const isRunning = ({ state }: ContactImport): boolean => state === 'checking' || state === 'running';

const isOutage = (error: unknown): boolean =>
  isUnavailable(error) ||
  error instanceof StorageUnavailable ||
  (error instanceof Problem && error.code === 'ServiceUnavailable');
