import { many, type SqlExecutor } from '#libs/core/persistence';
import type { CollectedEvent, Session } from '#libs/sites/traffic';
import { FIND_SESSIONS } from './collector.sql.js';
import { addEvent, copyOf, newSession, SESSION_GAP_MS, type SessionChange } from './session-state.js';

const DAY_MS = 86_400_000;

/** An event whose session is yet to be found. */
export interface OpenEvent extends CollectedEvent {
  /** Id of the session of a visitor without an id; null if it belongs to none. */
  loadId: string | null;
}

/**
 * The sessions of a batch: each event gets its own, and each session what it was and what it is. A session has the id of the event that
 * begins it, so that a batch which comes again says the same.
 */
export class BatchSessions {
  readonly changes = new Map<string, SessionChange>();
  /** All sessions of the visitors of the batch that are known, by tenant and visitor. */
  readonly byVisitor = new Map<string, Session[]>();
  private readonly byId = new Map<string, Session>();

  static async read(tx: SqlExecutor, events: readonly OpenEvent[]): Promise<BatchSessions> {
    const visitors = new Map<string, [string, string]>();
    const loads = new Map<string, [string, string]>();
    let first = Infinity;
    for (const { tenantId, visitorId, loadId, at } of events) {
      first = Math.min(first, at.getTime());
      if (visitorId !== null) visitors.set(`${tenantId} ${visitorId}`, [tenantId, visitorId]);
      else if (loadId !== null) loads.set(`${tenantId} ${loadId}`, [tenantId, loadId]);
    }
    const since = new Date(Math.floor(first / DAY_MS) * DAY_MS - DAY_MS);
    const [ofVisitors, ofLoads] = [[...visitors.values()], [...loads.values()]];
    const found = await many<Session>(tx, FIND_SESSIONS, [
      ofVisitors.map(([tenant]) => tenant),
      ofVisitors.map(([, visitor]) => visitor),
      ofLoads.map(([tenant]) => tenant),
      ofLoads.map(([, load]) => load),
      since,
    ]);
    return new BatchSessions(found);
  }

  private constructor(found: readonly Session[]) {
    for (const session of found) this.keep(session);
  }

  /** Puts an event into its session, which it begins if there is none. */
  add(event: OpenEvent): void {
    if (event.visitorId === null && event.loadId === null) {
      event.sessionId = event.id;
      return;
    }
    const session = this.find(event) ?? this.begin(event);
    event.sessionId = session.id;
    event.sessionStartedAt = session.startedAt;
    event.session = session;
    this.change(session);
    addEvent(session, event);
  }

  private find({ tenantId, visitorId, loadId, at, session: { bot } }: OpenEvent): Session | undefined {
    if (visitorId === null) return this.byId.get(`${tenantId} ${loadId}`);
    const time = at.getTime();
    return this.byVisitor
      .get(`${tenantId} ${visitorId}`)
      ?.findLast(
        (one) =>
          (one.bot === null) === (bot === null) &&
          time >= one.startedAt.getTime() - SESSION_GAP_MS &&
          time <= one.lastAt.getTime() + SESSION_GAP_MS,
      );
  }

  private begin(event: OpenEvent): Session {
    event.sessionId = event.visitorId === null ? event.loadId! : event.id;
    const session = newSession(event);
    this.changes.set(session.id, { before: null, after: session });
    this.keep(session);
    return session;
  }

  private change(session: Session): void {
    if (!this.changes.has(session.id)) this.changes.set(session.id, { before: copyOf(session), after: session });
  }

  private keep(session: Session): void {
    this.byId.set(`${session.tenantId} ${session.id}`, session);
    if (session.visitorId === null) return;
    const key = `${session.tenantId} ${session.visitorId}`;
    const all = this.byVisitor.get(key);
    if (all) all.push(session);
    else this.byVisitor.set(key, [session]);
  }
}
