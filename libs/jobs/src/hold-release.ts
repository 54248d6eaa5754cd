import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/observability';
import { Database, exec, many, maybe, type TenantId, tryLock } from '#libs/persistence';
import { DecoratedMethods } from './decorated-methods.js';
import { Every } from './every.js';
import type { JobKind } from './jobs.js';
import { type CancelledJob, ON_CANCEL } from './on-cancel.js';
import { COUNT_CANCELLED, DELETE_JOBS, END_HOLD, JOBS_TO_CANCEL } from './queue-hold.sql.js';
import { QueueHolds } from './queue-holds.js';
import { RelayWakeup } from './relay-wakeup.js';

const EVERY_MS = 1_000;
/** Jobs that are cancelled in one transaction. */
const SLICE = 100;

interface Slice {
  tenantId: TenantId;
  ids: string[];
}

type Recorder = (tx: EntityManager, job: CancelledJob) => Promise<unknown>;

/** Ends a hold that an operator has released. Until its end no job can be claimed, so none that is cancelled runs. */
@Injectable()
export class HoldRelease {
  constructor(
    private readonly database: Database,
    private readonly holds: QueueHolds,
    private readonly methods: DecoratedMethods,
    private readonly wakeup: RelayWakeup,
  ) {}

  /** A process that is killed meanwhile leaves the hold on; the next one continues. */
  @Every({ every: EVERY_MS })
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
    if (hold.pending === 'cancel' && !(await this.cancelAll(signal))) return;
    await this.database.statement((pool) => exec(pool, END_HOLD));
    await this.holds.read();
    this.wakeup.wake();
    const count = (await this.holds.list())[0]?.cancelled;
    logger.warn('The queues are released', { reason: hold.reason, count });
  }

  /** False if it was interrupted. */
  private async cancelAll(signal: AbortSignal): Promise<boolean> {
    const recorders = this.recorders();
    while (!signal.aborted) {
      const slice = await this.database.statement((pool) =>
        maybe<Slice>(pool, JOBS_TO_CANCEL, [[...recorders.keys()], SLICE]),
      );
      if (!slice) return true;
      const cancelled = await this.cancel(slice, recorders);
      await this.database.statement((pool) => exec(pool, COUNT_CANCELLED, [cancelled]));
    }
    return false;
  }

  private async cancel({ tenantId, ids }: Slice, recorders: ReadonlyMap<string, Recorder>): Promise<number> {
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
