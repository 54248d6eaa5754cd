import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { logger } from '#libs/core/observability';
import { Database, many, maybe } from '#libs/core/persistence';
import { DecoratedMethods } from '../handlers/decorated-methods.js';
import { Every } from '../handlers/every.js';
import { type DeadJob, ON_DEAD } from '../handlers/on-dead.js';
import type { JobKind } from '../jobs.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { LIST_UNTOLD, TELL_DEAD_LETTER } from '../outbox/dead-letters.sql.js';

const EVERY_MS = 60_000;
const AT_ONCE = 1_000;

type Recorder = (tx: EntityManager, job: DeadJob) => Promise<unknown>;

/** Tells features of the dead letters of their kinds, each once. What a killed process did not tell, the timer does. */
@Injectable()
export class DeadJobs {
  private found: Map<string, Recorder> | undefined;

  constructor(
    private readonly database: Database,
    private readonly methods: DecoratedMethods,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  @Every({ every: EVERY_MS })
  async tellAll(): Promise<void> {
    await this.tell([...this.recorders().keys()]);
  }

  /** Costs no statement for a kind that nobody waits for. Never throws: the timer tries again. */
  async tellOf(kind: string): Promise<void> {
    if (!this.recorders().has(kind)) return;
    await this.tell([kind]).catch((error: unknown) => logger.warn('Dead letters could not be told', { kind, error }));
  }

  private async tell(kinds: readonly string[]): Promise<void> {
    if (kinds.length === 0) return;
    type Untold = Pick<DeadJob, 'id' | 'tenantId'>;
    const untold = await this.database.statement((pool) => many<Untold>(pool, LIST_UNTOLD, [kinds, AT_ONCE]));
    for (const { id, tenantId } of untold) {
      try {
        await this.database.tenant(tenantId, async (tx) => {
          const job = await maybe<DeadJob>(tx, TELL_DEAD_LETTER, [id]);
          if (job) await this.recorders().get(job.kind)?.(tx, job);
        });
      } catch (error) {
        logger.error('A dead letter could not be told', { id, error });
      }
    }
  }

  /** Two apps may share an outbox: each tells of the kinds that it runs. */
  private recorders(): Map<string, Recorder> {
    if (this.found) return this.found;
    const methods = this.methods.list<JobKind[], Parameters<Recorder>>(ON_DEAD);
    const all = methods.flatMap(({ metadata, call }) => metadata.map((kind) => [kind, call] as const));
    return (this.found = new Map(all.filter(([kind]) => this.options.kinds.includes(kind))));
  }
}
