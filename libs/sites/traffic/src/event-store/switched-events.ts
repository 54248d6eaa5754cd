import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import type { Event } from '../tables/event.entity.js';
import { EventStore, type ListedEvent, type NewestAsked, type SessionAsked } from './event-store.js';

/**
 * Events of an installation that has taken another store: new ones go there, and those of before are read in the earlier store until
 * their time is over.
 */
export class SwitchedEvents extends EventStore {
  constructor(
    private readonly earlier: EventStore,
    private readonly now: EventStore,
  ) {
    super();
  }

  override get isPaused(): boolean {
    return this.now.isPaused;
  }

  override async append(tx: SqlExecutor, events: readonly Event[]): Promise<void> {
    await this.now.append(tx, events);
  }

  override async drill(asked: NewestAsked | SessionAsked): Promise<ListedEvent[]> {
    const [earlier, now] = [await this.earlier.drill(asked), await this.now.drill(asked)];
    const isNewestFirst = !('sessionId' in asked);
    const all = new Map([...earlier, ...now].map((event) => [event.id, event]));
    return [...all.values()].toSorted((a, b) => (isNewestFirst ? byTime(b, a) : byTime(a, b))).slice(0, asked.limit);
  }

  override async *rebuild(tenantId: TenantId, from: Date, until: Date): AsyncGenerator<Event[]> {
    const sources = [this.earlier, this.now].map((store) => new Ahead(store.rebuild(tenantId, from, until)));
    for (;;) {
      const heads = (await Promise.all(sources.map((source) => source.head()))).filter((event) => event !== undefined);
      if (heads.length === 0) return;
      const next = heads.reduce((a, b) => (byTime(b, a) < 0 ? b : a));
      yield [next];
      for (const source of sources) source.skip(next.id);
    }
  }

  override async erase(tx: SqlExecutor, tenantId: TenantId, sessionIds: readonly string[]): Promise<void> {
    await this.earlier.erase(tx, tenantId, sessionIds);
    await this.now.erase(tx, tenantId, sessionIds);
  }
}

/** Events of one store, read ahead by one. */
class Ahead {
  private readonly slices: AsyncIterator<Event[]>;
  private slice: Event[] = [];
  private index = 0;
  private isDone = false;

  constructor(slices: AsyncIterable<Event[]>) {
    this.slices = slices[Symbol.asyncIterator]();
  }

  async head(): Promise<Event | undefined> {
    while (this.index === this.slice.length && !this.isDone) {
      const { value, done } = await this.slices.next();
      this.isDone = done === true;
      this.slice = done ? [] : value;
      this.index = 0;
    }
    return this.slice[this.index];
  }

  skip(id: string): void {
    if (this.slice[this.index]?.id === id) this.index += 1;
  }
}

/** The order of both stores: UUIDs as texts. */
const byTime = (a: ListedEvent, b: ListedEvent): number =>
  a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));
