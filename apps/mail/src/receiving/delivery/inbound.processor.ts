import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { AntivirusUnavailable } from '#libs/mail/antivirus';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { type Examined, Examination } from '../examination.js';
import { DeliveryCommits } from './delivery-commits.js';
import { DELIVER_JOB, type DeliverInbound } from '../inbound-jobs.js';
import type { InboundMessage } from '../inbound-message.entity.js';
import { findInbound } from '../inbound.sql.js';
import { ReceivedReports } from '../received-reports.js';

/** How long a message waits for the virus scanner, from the first time to the longest (milliseconds). */
const FIRST_WAIT_MS = 2_500;
const LONGEST_WAIT_MS = 600_000;

/** Messages of a chunk that are examined at the same time. */
const EXAMINED_AT_ONCE = 16;

/** A larger message counts among them until it is stored, so that few of them are in memory. */
const SMALL_BYTES = 65_536;

/** Brings accepted messages into their mailboxes. */
@Injectable()
export class InboundProcessor {
  constructor(
    private readonly database: Database,
    private readonly examination: Examination,
    private readonly deliveries: DeliveryCommits,
    private readonly reports: ReceivedReports,
    private readonly blobs: Blobs,
  ) {}

  /** A message that fails is tried again, and holds up no other. */
  @OnJob(DELIVER_JOB, { chunk: 50, concurrency: 4, maxFailures: 50 })
  async deliver(batch: JobBatch<DeliverInbound>): Promise<void> {
    const { tenantId, jobs } = batch;
    const ids = jobs.map(({ payload }) => payload.inboundId);
    const messages = await this.database.tenantsStatement([tenantId], (pool, tenants) =>
      findInbound(pool, tenants, tenantId, ids),
    );
    await this.blobs.preload(
      tenantId,
      [...messages.values()].map(({ blobHash }) => blobHash),
    );
    const limit = pLimit(EXAMINED_AT_ONCE);
    let failure: unknown;
    const deliverOne = async (job: ClaimedJob<DeliverInbound>) => {
      try {
        await this.deliverOne(batch, job, messages.get(job.payload.inboundId) ?? null, limit);
      } catch (error) {
        logger.warn('A received message could not be delivered yet', { error });
        failure = error;
      }
    };
    await Promise.all(jobs.map((job) => batch.runFor(job, () => deliverOne(job))));
    if (failure) throw failure;
  }

  private async deliverOne(
    batch: JobBatch<DeliverInbound>,
    job: ClaimedJob<DeliverInbound>,
    inbound: InboundMessage | null,
    limit: LimitFunction,
  ): Promise<void> {
    const done = { tenantId: batch.tenantId, job: { batch, id: job.id } };
    if (!inbound) return this.deliveries.finish({ ...done, delivery: null });
    const finishing = await limit(async () => {
      const examined = await this.examine(batch, job, inbound);
      if (examined === 'later') return undefined;
      // Before the transaction: a report that is taken twice counts once.
      await this.reports.accept(inbound, examined);
      const inContext = <T>(work: () => T): T => batch.runFor(job, work);
      const finished = this.deliveries.finish({ ...done, delivery: { inbound, examined, inContext } });
      if (inbound.bytes > SMALL_BYTES) await finished;
      return { finished };
    });
    await finishing?.finished;
  }

  /** `later` if the scanner does not answer: nothing is delivered unscanned. */
  private async examine(
    batch: JobBatch<DeliverInbound>,
    { id, attempt }: ClaimedJob<DeliverInbound>,
    message: InboundMessage,
  ): Promise<Examined | 'later'> {
    try {
      return await this.examination.examine(message);
    } catch (error) {
      if (!(error instanceof AntivirusUnavailable)) throw error;
      const at = new Date(Date.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
      await this.database.tenant(batch.tenantId, (tx) =>
        batch.postpone(tx, [{ id, at, reason: 'The virus scanner is not available' }]),
      );
      return 'later';
    }
  }
}
