import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Suspension } from '#libs/core/auth';
import { Every, groupBy } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { type AlertChange, AlertChanges } from './alert-changes.js';
import { AlertClock } from './alert-clock.js';
import { judge, valueOf } from './alert-rule.js';
import { AlertRepository, type JudgedAlert, type ObservedAlert } from './alert.repository.js';

const EVERY_MS = 60_000;
/** Alerts of all tenants that are read, and written, together. */
const PAGE = 1_000;

interface Verdict {
  observed: ObservedAlert;
  judged: JudgedAlert;
  value: number | null;
}

/**
 * Evaluates the active alerts each minute, over numbers of leads. A state is written only if nobody has changed the alert since it was
 * read, together with its event and its notification: two processes that evaluate at once make one change, and one that is killed makes
 * none or all of it.
 */
@Injectable()
export class AlertEvaluator {
  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
    private readonly changes: AlertChanges,
    private readonly suspension: Suspension,
    private readonly clock: AlertClock,
  ) {}

  @Every({ every: EVERY_MS, lock: 'lead alert evaluation' })
  async evaluate(signal?: AbortSignal): Promise<void> {
    let last: ObservedAlert | undefined;
    for (;;) {
      const now = this.clock.now();
      const after = last;
      const page = await this.database.statement((pool) => this.alerts.listObserved(pool, now, after, PAGE));
      await this.write(
        page.map((observed) => verdictOf(observed, now)).filter((verdict) => verdict !== null),
        now,
      );
      last = page.at(-1);
      if (page.length < PAGE || signal?.aborted) return;
    }
  }

  /** One tenant whose change fails does not keep back those of others. */
  private async write(verdicts: readonly Verdict[], now: Date): Promise<void> {
    const byTenant = await this.withoutSuspended(groupBy(verdicts, ({ observed }) => observed.tenantId));
    if (byTenant.size === 0) return;
    try {
      await this.database.together([...byTenant.keys()], (tx) => this.writeAll(tx, [...byTenant.values()].flat(), now));
    } catch (error) {
      logger.warn('Alerts of several accounts could not be changed together', { error });
      for (const [tenantId, some] of byTenant) await this.writeOne(tenantId, some, now);
    }
  }

  private async writeOne(tenantId: TenantId, verdicts: readonly Verdict[], now: Date): Promise<void> {
    try {
      await this.database.tenant(tenantId, (tx) => this.writeAll(tx, verdicts, now));
    } catch (error) {
      logger.error('Alerts of an account could not be changed; the next evaluation tries again', { error, tenantId });
    }
  }

  private async writeAll(tx: EntityManager, verdicts: readonly Verdict[], now: Date): Promise<void> {
    const written = await this.alerts.updateJudged(
      tx,
      verdicts.map(({ judged }) => judged),
      now,
    );
    const byId = new Map(verdicts.map((verdict) => [verdict.observed.id, verdict]));
    const changes = written.flatMap((alert): AlertChange[] => {
      const { observed, judged, value } = byId.get(alert.id)!;
      if (observed.state === judged.state) return [];
      return [{ alert, to: judged.state, value, reason: 'evaluated' }];
    });
    await this.changes.record(tx, changes, now);
  }

  /** Nothing is done in the name of a suspended account: its alerts stay as they are. */
  private async withoutSuspended(byTenant: Map<TenantId, Verdict[]>): Promise<Map<TenantId, Verdict[]>> {
    const entries = [...byTenant];
    const suspended = await Promise.all(entries.map(([tenantId]) => this.suspension.waitUntil(tenantId)));
    return new Map(entries.filter((_, index) => suspended[index] === undefined));
  }
}

/** Null if the alert stays as it is. */
function verdictOf(observed: ObservedAlert, now: Date): Verdict | null {
  const value = valueOf(observed, observed, now);
  const judgement = judge(observed, value, now);
  if (!judgement) return null;
  const { tenantId, id, revision } = observed;
  return { observed, judged: { tenantId, id, revision, ...judgement }, value };
}
