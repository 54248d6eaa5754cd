import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, isUnavailable, lock, many, sqlState, type TenantId } from '#libs/core/persistence';
import { type CollectedEvent, type Event, EventStore, TrafficFolds } from '#libs/sites/traffic';
import type { CollectedLine } from '../ingest/collected-line.js';
import { EventJournal } from '../ingest/event-journal.js';
import { TenantPlans, type TrafficPlan } from '../ingest/tenant-plans.js';
import { ADD_MONTHS, INSERT_COLLECTED, LIST_KEPT, LIST_REMOVED } from './collector.sql.js';
import { openEvents } from './open-events.js';
import { OverQuota } from './over-quota.js';
import { BatchSessions, type OpenEvent } from './sessions.js';
import { Totals } from './totals.js';

const EVERY_MS = 500;
/** Lines of one transaction, at most. */
const GROUP_MAX = 1_000;
/** Events of one transaction, unless one batch has more: they are all in memory. */
const EVENTS_MAX = 20_000;
/** SQLSTATEs of values that the database rejects however often they come: data exceptions, constraints, limits. */
const REJECTED_STATE = /^(?:22|23|54)/;

/**
 * Counts what the journal has, twice a second: in one transaction the batch's ids, its events, sessions and totals. A batch whose id is
 * there does not count again, so that a process may be killed at any moment. One transaction at a time over all processes.
 */
@Injectable()
export class Collector implements OnApplicationShutdown {
  private running: Promise<void> | undefined;
  private isFailing = false;
  private readonly counted = metrics.registerCounter({
    name: 'collect_counted_total',
    help: 'Events that were counted: kept, over the quota of the plan, of a tenant that is removed, or counted before',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly journal: EventJournal,
    private readonly plans: TenantPlans,
    private readonly quota: OverQuota,
    private readonly totals: Totals,
    private readonly folds: TrafficFolds,
    private readonly store: EventStore,
  ) {}

  @Every({ every: EVERY_MS, in: 'all', whileHeld: 'runs' })
  async run(): Promise<void> {
    this.running ??= this.countAll().finally(() => (this.running = undefined));
    await this.running;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.running;
    await this.journal.files.close();
  }

  private async countAll(): Promise<void> {
    try {
      if (this.store.isPaused) return;
      // The own file stays open as long as the database is away, so that files do not become many.
      if ((await this.countClosed()) && (await this.journal.files.close())) await this.countClosed();
      this.isFailing = false;
    } finally {
      await this.journal.measure();
    }
  }

  /** False if the database is away. */
  private async countClosed(): Promise<boolean> {
    for (const path of await this.journal.files.listClosed()) if (!(await this.countFile(path))) return false;
    return true;
  }

  private async countFile(path: string): Promise<boolean> {
    const aside: string[] = [];
    for await (const texts of this.journal.files.readGroups(path, GROUP_MAX)) {
      const lines = texts.flatMap((text) => {
        const line = parse(text);
        if (!line) aside.push(text);
        return line ? [{ text, line }] : [];
      });
      for (const group of groupsOf(lines)) if (!(await this.countGroup(group, aside))) return false;
    }
    if (aside.length > 0) await this.journal.files.setAside(path, aside);
    await this.journal.files.remove(path);
    return true;
  }

  /** False if the database is away, or not ready for them. Lines that it rejects are set aside, each by itself. */
  private async countGroup(lines: readonly ReadLine[], aside: string[]): Promise<boolean> {
    if (lines.length === 0) return true;
    try {
      await this.commit(lines.map(({ line }) => line));
      return true;
    } catch (error) {
      if (mayPass(error)) {
        if (!this.isFailing) logger.warn('Events cannot be counted; they wait in the journal', { error });
        this.isFailing = true;
        return false;
      }
      if (lines.length === 1) {
        logger.error('A batch of events was set aside', { error });
        aside.push(lines[0]!.text);
        return true;
      }
    }
    const half = Math.ceil(lines.length / 2);
    return (await this.countGroup(lines.slice(0, half), aside)) && this.countGroup(lines.slice(half), aside);
  }

  private async commit(lines: readonly CollectedLine[]): Promise<void> {
    const tenantIds = [...new Set(lines.map(({ tenant }) => tenant as TenantId))];
    const plans = new Map<TenantId, TrafficPlan>();
    for (const tenantId of tenantIds) plans.set(tenantId, await this.plans.find(tenantId));
    const { events, counts } = await this.database.tenants(tenantIds, (tx) => this.write(tx, lines, plans));
    for (const { kept, counted } of counts) {
      this.counted.inc({ outcome: 'kept' }, kept);
      this.counted.inc({ outcome: 'over_quota' }, counted);
    }
    for (const fold of this.folds.list()) fold.committed?.(events);
  }

  private async write(
    tx: PoolClient,
    lines: readonly CollectedLine[],
    plans: ReadonlyMap<TenantId, TrafficPlan>,
  ): Promise<{ events: CollectedEvent[]; counts: { kept: number; counted: number }[] }> {
    await lock(tx, 'traffic commits');
    const tenantIds = [...plans.keys()];
    const removed = new Set(
      (await many<{ tenantId: string }>(tx, LIST_REMOVED, [tenantIds])).map((row) => row.tenantId),
    );
    const fresh = await this.findFresh(tx, lines);
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    const kept = new Map<string, number>();
    for (const row of await many<{ tenantId: string; kept: number }>(tx, LIST_KEPT, [tenantIds, month]))
      kept.set(row.tenantId, row.kept);
    const counts = new Map<TenantId, { kept: number; counted: number }>();
    const events = fresh
      .filter(({ tenant }) => !removed.has(tenant))
      .flatMap((line) => {
        const plan = plans.get(line.tenant as TenantId)!;
        const count = entry(counts, line.tenant as TenantId);
        const before = (kept.get(line.tenant) ?? 0) + count.kept;
        const isOver = plan.events !== null && before + line.events.length > plan.events;
        this.quota.set(line.tenant as TenantId, isOver);
        count[isOver ? 'counted' : 'kept'] += line.events.length;
        return openEvents(line, isOver ? 0 : plan.keptDays).map((event) => ({ event, plan }));
      });
    if (events.length === 0) return { events: [], counts: [] };
    events.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
    const open = events.map(({ event }) => event);
    const sessions = await BatchSessions.read(tx, open);
    for (const { event, plan } of events) addTo(sessions, event, plan);
    await this.totals.write(tx, open, sessions);
    await ADD_MONTHS.run(
      tx,
      [...counts].map(([tenantId, count]) => ({ tenantId, month, ...count })),
    );
    for (const fold of this.folds.list()) await fold.write(tx, open);
    await this.store.append(tx, open.filter(({ keptDays }) => keptDays > 0).map(rowOf));
    return { events: open, counts: [...counts.values()] };
  }

  /** The lines that were not counted before; a client may send a batch twice, also at once. */
  private async findFresh(tx: PoolClient, lines: readonly CollectedLine[]): Promise<CollectedLine[]> {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const rows = [...byId.values()].map(({ id, day }) => ({ batchId: id, day }));
    const fresh = await INSERT_COLLECTED.run<{ batchId: string }>(tx, rows);
    return fresh.map(({ batchId }) => byId.get(batchId)!);
  }
}

interface ReadLine {
  text: string;
  line: CollectedLine;
}

/** Lines in groups of as many events as one transaction takes. */
function groupsOf(lines: readonly ReadLine[]): ReadLine[][] {
  const groups: ReadLine[][] = [];
  let events = EVENTS_MAX;
  for (const read of lines) {
    events += read.line.events.length;
    if (events > EVENTS_MAX) {
      groups.push([]);
      events = read.line.events.length;
    }
    groups.at(-1)!.push(read);
  }
  return groups;
}

/** Returns whether the same lines may be counted later: the database is away, locked, or not migrated yet. */
function mayPass(error: unknown): boolean {
  const state = sqlState(error);
  return isUnavailable(error) || (state !== undefined && !REJECTED_STATE.test(state));
}

/** A session is kept as long as the plan says, also if its events are over the quota: reports read it. */
function addTo(sessions: BatchSessions, event: OpenEvent, plan: TrafficPlan): void {
  const { keptDays } = event;
  event.keptDays = plan.keptDays;
  sessions.add(event);
  event.keptDays = keptDays;
}

function entry<K>(counts: Map<K, { kept: number; counted: number }>, key: K): { kept: number; counted: number } {
  const there = counts.get(key);
  if (there) return there;
  const made = { kept: 0, counted: 0 };
  counts.set(key, made);
  return made;
}

const rowOf = ({
  tenantId,
  sessionId,
  at,
  id,
  keptDays,
  visitorId,
  kind,
  pageId,
  variant,
  path,
  x,
  y,
  depth,
  name,
  value,
  extra,
  session,
}: CollectedEvent): Event => ({
  tenantId,
  sessionId,
  at,
  id,
  keptDays,
  visitorId,
  kind,
  pageId,
  variant,
  path,
  x,
  y,
  depth,
  name,
  value,
  extra,
  isBot: session.bot !== null,
  receivedAt: new Date(),
});

/** Undefined for a line that was half written when its process died; it was never accepted. */
function parse(text: string): CollectedLine | undefined {
  try {
    return JSON.parse(text) as CollectedLine;
  } catch {
    return undefined;
  }
}
