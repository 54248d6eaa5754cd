import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { AntivirusUnavailable } from '#libs/mail/antivirus';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, isUnavailable, type TenantId } from '#libs/core/persistence';
import { Blobs, StorageUnavailable } from '#libs/core/storage';
import { InvalidZip, type ZipSource } from '#libs/core/zip';
import { MailConfig } from '../config.js';
import { type ArchivedMessage, messagesOf } from './archive/archive.js';
import { ImportBatches, MailboxGone } from './import-batch.js';
import { ImportEnd, INTERNAL_FAILURE } from './import-end.js';
import { RUN_MESSAGE_IMPORT_JOB, type RunMessageImport } from './import-jobs.js';
import type { MessageImport } from './message-import.entity.js';
import { MessageImportRepository } from './message-import.repository.js';

const MESSAGES_A_BATCH = 400;
/** Bytes of a batch, by which memory is bounded; a message may be larger. */
const BYTES_A_BATCH = 16 * 1024 ** 2;
/** Time after which a job lets others have a turn, and continues later (milliseconds). */
const SLICE_MS = 60_000;
const SCANNER_WAIT_MS = 10_000;
/** Failures without an outage: after so many the import has failed. */
const MAX_FAULTS = 5;

/** `ended`: there is nothing left to do here. */
type Outcome = 'at the end' | 'slice over' | 'ended';

/** Runs imports, each from where it is. */
@Injectable()
export class ImportProcessor implements BeforeApplicationShutdown {
  #isStopping = false;

  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly imports: MessageImportRepository,
    private readonly batches: ImportBatches,
    private readonly end: ImportEnd,
    private readonly blobs: Blobs,
  ) {}

  beforeApplicationShutdown(): void {
    this.#isStopping = true;
  }

  @OnJob(RUN_MESSAGE_IMPORT_JOB, { chunk: 1, concurrency: 2, maxFailures: 100 })
  async run(batch: JobBatch<RunMessageImport>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.runJob(batch, job));
  }

  private async runJob(batch: JobBatch<RunMessageImport>, job: ClaimedJob<RunMessageImport>): Promise<void> {
    const finish = (failure: string | null) => this.end.finish(batch, job.id, job.payload.importId, failure);
    try {
      const recordProgress = () => this.database.tenant(batch.tenantId, (tx) => batch.recordProgress(tx, job.id));
      const outcome = await this.runImport(batch.tenantId, job.payload.importId, recordProgress);
      if (outcome === 'slice over') return await this.postpone(batch, job.id, 0, 'Others have a turn');
      if (outcome === 'ended') return await this.end.complete(batch, job.id);
      await finish(null);
    } catch (error) {
      if (error instanceof AntivirusUnavailable)
        return this.postpone(batch, job.id, SCANNER_WAIT_MS, 'The virus scanner is not available');
      if (error instanceof InvalidZip) return finish(error.message);
      if (error instanceof MailboxGone) return finish('The mailbox was removed');
      if (isOutage(error) || job.failures + 1 < MAX_FAULTS) throw error;
      logger.error('An import of messages failed', { error });
      await finish(INTERNAL_FAILURE);
    }
  }

  private async postpone(batch: JobBatch<unknown>, id: string, inMs: number, reason: string): Promise<void> {
    const postponement = { id, at: new Date(Date.now() + inMs), reason, untried: true };
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [postponement]));
  }

  private async runImport(tenantId: TenantId, id: string, recordProgress: () => Promise<void>): Promise<Outcome> {
    const found = await this.database.tenant(tenantId, (tx) => this.imports.find(tx, tenantId, id));
    if (found?.state !== 'running' || !found.blobHash) return 'ended';
    const place = { entry: found.entry, offset: found.entryOffset };
    const archive = {
      format: found.format,
      source: this.sourceOf(found, found.blobHash),
      maxMessageBytes: this.config.inboundMaxBytes,
    };
    return this.importAll(found, messagesOf(archive, place), recordProgress);
  }

  private async importAll(
    found: MessageImport,
    messages: AsyncIterable<ArchivedMessage>,
    recordProgress: () => Promise<void>,
  ): Promise<Outcome> {
    const sliceEnds = performance.now() + SLICE_MS;
    let current = found;
    for await (const some of inBatches(messages)) {
      const next = await this.batches.import(current, some);
      if (!next) return 'ended';
      if (current === found) await recordProgress();
      current = next;
      if (this.#isStopping || performance.now() > sliceEnds) return 'slice over';
    }
    return 'at the end';
  }

  private sourceOf({ tenantId, fileBytes }: MessageImport, hash: string): ZipSource {
    const { blobs } = this;
    return {
      bytes: fileBytes,
      async *read(range) {
        yield* (await blobs.read(tenantId, hash, range)) as AsyncIterable<Buffer>;
      },
    };
  }
}

async function* inBatches(messages: AsyncIterable<ArchivedMessage>): AsyncGenerator<ArchivedMessage[]> {
  let batch: ArchivedMessage[] = [];
  let bytes = 0;
  for await (const message of messages) {
    batch.push(message);
    bytes += message.raw?.length ?? 0;
    if (batch.length < MESSAGES_A_BATCH && bytes < BYTES_A_BATCH) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

const isOutage = (error: unknown): boolean => isUnavailable(error) || error instanceof StorageUnavailable;
