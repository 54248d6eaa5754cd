import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/core/observability';
import { Database, DatabaseUnavailable, exec, many, maybe, type TenantId, tryLock } from '#libs/core/persistence';
import { DecoratedMethods } from '../handlers/decorated-methods.js';
import { Every } from '../handlers/every.js';
import { groupBy } from '../group-by.js';
import type { JobKind } from '../jobs.js';
import { type CancelledJob, ON_CANCEL } from '../handlers/on-cancel.js';
import { Outbox } from '../outbox/outbox.js';
import { COUNT_CANCELLED, DELETE_JOBS, FINISH_HOLD, JOBS_TO_CANCEL } from './queue-hold.sql.js';
import { type Hold, QueueHolds } from './queue-holds.js';
import { RelayWakeup } from '../wakeup/relay-wakeup.js';

const EVERY_MS = 1_000;
/** Jobs that are read at once. */
const PAGE = 1_000;
/** Jobs that are cancelled in one transaction. */
const SLICE = 100;

interface OldJob {
  id: string;
  tenantId: TenantId;
  isOld: boolean;
}

type Recorder = (tx: EntityManager, job: CancelledJob) => Promise<unknown>;

/** Ends a hold that an operator has released. Until its end no job can be claimed, so none that is cancelled runs. */
@Injectable()
export class HoldRelease {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly holds: QueueHolds,
    private readonly methods: DecoratedMethods,
    private readonly wakeup: RelayWakeup,
  ) {}

  /** A process that is killed meanwhile leaves the hold on; the next one continues. */
  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async release(signal: AbortSignal): Promise<void> {
    // Nearly always there is none: then this costs no statement.
    if (!this.holds.isHeld) return;
    await this.database.system(async (tx) => {
      if (await tryLock(tx, 'queue hold')) await this.releaseCurrent(signal);
    });
  }

  private async releaseCurrent(signal: AbortSignal): Promise<void> {
    const hold = await this.holds.current();
    if (!hold?.pending) return;
    if (hold.pending === 'cancel') await this.cancelAll(signal);
    if (signal.aborted) return;
    const ended = await this.database.statement((pool) => maybe<Hold>(pool, FINISH_HOLD, [hold.pending]));
    // Another choice was made meanwhile: the next run carries it out.
    if (!ended) return;
    await this.holds.read();
    this.wakeup.wake();
    logger.warn('The queues are released', { reason: ended.reason, count: ended.cancelled });
  }

  private async cancelAll(signal: AbortSignal): Promise<void> {
    const recorders = this.recorders();
    for (let after = '0'; !signal.aborted;) {
      const page = await this.database.statement((pool) =>
        many<OldJob>(pool, JOBS_TO_CANCEL, [[...recorders.keys()], after, PAGE]),
      );
      const old = page.filter(({ isOld }) => isOld);
      for (const [tenantId, jobs] of groupBy(old, (job) => job.tenantId)) {
        for (let start = 0; start < jobs.length && !signal.aborted; start += SLICE) {
          const ids = jobs.slice(start, start + SLICE).map(({ id }) => id);
          await this.cancelOrBury(tenantId, ids, recorders);
        }
      }
      if (page.length < PAGE) return;
      after = page.at(-1)!.id;
    }
  }

  /** One that cannot be recorded holds up no other: it becomes a dead letter, which an operator sees. */
  private async cancelOrBury(tenantId: TenantId, ids: string[], recorders: ReadonlyMap<string, Recorder>) {
    try {
      const cancelled = await this.cancel(tenantId, ids, recorders);
      await this.database.statement((pool) => exec(pool, COUNT_CANCELLED, [cancelled]));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (ids.length > 1) for (const id of ids) await this.cancelOrBury(tenantId, [id], recorders);
      else await this.bury(ids[0]!, error);
    }
  }

  private async bury(id: string, error: unknown): Promise<void> {
    logger.error('A job could not be cancelled; it is a dead letter', { error });
    const reason = error instanceof Error ? error.message : String(error);
    await this.outbox.fail(id, `Not cancelled after a restore, and it may have been done before: ${reason}`, null);
  }

  private async cancel(
    tenantId: TenantId,
    ids: readonly string[],
    recorders: ReadonlyMap<string, Recorder>,
  ): Promise<number> {
    return this.database.tenant(tenantId, async (tx) => {
      const jobs = await many<CancelledJob>(tx, DELETE_JOBS, [ids]);
      for (const job of jobs) await recorders.get(job.kind)?.(tx, job);
      return jobs.length;
    });
  }

  private recorders(): Map<string, Recorder> {
    const methods = this.methods.list<JobKind[], Parameters<Recorder>>(ON_CANCEL);
    return new Map(methods.flatMap(({ metadata, call }) => metadata.map((kind) => [kind, call] as const)));
  }
}
