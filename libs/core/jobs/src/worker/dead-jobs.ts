import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/core/observability';
import { Database, many, maybe } from '#libs/core/persistence';
import { DecoratedMethods } from '../handlers/decorated-methods.js';
import { Every } from '../handlers/every.js';
import { type DeadJob, ON_DEAD } from '../handlers/on-dead.js';
import type { JobKind } from '../jobs.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { LIST_UNRECORDED, MARK_RECORDED } from '../outbox/dead-letters.sql.js';

const EVERY_MS = 60_000;
const AT_ONCE = 1_000;

type Recorder = (tx: EntityManager, job: DeadJob) => Promise<unknown>;

/** Has features record the failure of their dead letters, each once. The timer finds those that a killed process left. */
@Injectable()
export class DeadJobs {
  private found: Map<string, Recorder> | undefined;

  constructor(
    private readonly database: Database,
    private readonly methods: DecoratedMethods,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  @Every({ every: EVERY_MS })
  async recordAll(): Promise<void> {
    await this.record([...this.recorders().keys()]);
  }

  /** Records the failures of one kind; without a statement if no feature has `@OnDead` for it. Never throws: the timer tries again. */
  async recordKind(kind: string): Promise<void> {
    if (!this.recorders().has(kind)) return;
    await this.record([kind]).catch((error: unknown) =>
      logger.warn('Failures of dead letters could not be recorded', { kind, error }),
    );
  }

  private async record(kinds: readonly string[]): Promise<void> {
    if (kinds.length === 0) return;
    type Unrecorded = Pick<DeadJob, 'id' | 'tenantId'>;
    const unrecorded = await this.database.statement((pool) =>
      many<Unrecorded>(pool, LIST_UNRECORDED, [kinds, AT_ONCE]),
    );
    for (const { id, tenantId } of unrecorded) {
      try {
        await this.database.tenant(tenantId, async (tx) => {
          const job = await maybe<DeadJob>(tx, MARK_RECORDED, [id]);
          if (job) await this.recorders().get(job.kind)?.(tx, job);
        });
      } catch (error) {
        logger.error('The failure of a dead letter could not be recorded', { id, error });
      }
    }
  }

  /** Two apps may share an outbox: each records those of the kinds that it runs. */
  private recorders(): Map<string, Recorder> {
    if (this.found) return this.found;
    const methods = this.methods.list<JobKind[], Parameters<Recorder>>(ON_DEAD);
    const all = methods.flatMap(({ metadata, call }) => metadata.map((kind) => [kind, call] as const));
    return (this.found = new Map(all.filter(([kind]) => this.options.kinds.includes(kind))));
  }
}
