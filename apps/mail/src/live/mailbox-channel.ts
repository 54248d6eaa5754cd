import { setTimeout as delay } from 'node:timers/promises';
import type { ServerEvent } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import type { Database, TenantId } from '#libs/core/persistence';
import type { RedisClient, Subscriptions } from '#libs/core/redis';
import { isLater, openChanges, streamOf } from '../mailbox-changes/change-log.js';
import type { LiveConnection } from './live-connection.js';
import { countsEvents, eventsOf, MAILBOX_CHANGED, READY } from './live-events.js';
import { listCounts, listLiveMessages, type LiveCount, type LiveMessage } from './live-reading.sql.js';
import { MailboxChange } from '../mailbox-changes/mailbox-change.js';

/** Changes that come faster are told together. */
const INTERVAL_MS = 250;
/** How soon Redis is asked again if it did not answer. */
const RETRY_MS = 1_000;

export interface ChannelServices {
  redis: RedisClient;
  subscriptions: Subscriptions;
  database: Database;
}

interface Reading {
  messages: LiveMessage[];
  counts: LiveCount[];
}

/**
 * The connections of this process that listen to one mailbox. What they are told is read once for all of them. Connections join
 * and changes are delivered one after the other, so that nobody misses a change or is told of an old state last.
 */
export class MailboxChannel {
  private readonly connections = new Set<LiveConnection>();
  private readonly joining: LiveConnection[] = [];
  private pending: { change: MailboxChange; id: string } | undefined;
  /** The last entry of which the connections were told or will be. */
  private lastId = '';
  /** Counts of each folder and label that the connections were sent last. */
  private counts = new Map<string, LiveCount>();
  private deliveredAt = 0;
  private isWorking = false;
  private catchingUp = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly services: ChannelServices,
    private readonly tenantId: TenantId,
    private readonly mailboxId: string,
  ) {}

  get isEmpty(): boolean {
    return this.connections.size + this.joining.length === 0;
  }

  add(connection: LiveConnection): void {
    this.joining.push(connection);
    this.work();
  }

  delete(connection: LiveConnection): void {
    this.connections.delete(connection);
    const index = this.joining.indexOf(connection);
    if (index >= 0) this.joining.splice(index, 1);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.services.subscriptions.remove(streamOf(this.mailboxId));
  }

  /** Takes a change to deliver. */
  receive(change: MailboxChange, id: string): void {
    if (this.lastId !== '' && !isLater(id, this.lastId)) return;
    this.lastId = id;
    if (this.pending) this.pending.change.add(change);
    this.pending = { change: this.pending?.change ?? change, id };
    this.work();
  }

  /** Judges the access of all connections again, and keeps those that may go on from being closed by proxies. */
  async beat(): Promise<void> {
    void this.catchUp();
    await this.reviewAccess();
    for (const { stream } of [...this.connections, ...this.joining]) stream.beat();
  }

  /**
   * Reads what messages of Redis did not tell, and keeps the changes of the mailbox for a further time. Then those go on who
   * wait for Redis.
   */
  async catchUp(): Promise<void> {
    this.catchingUp = this.catchingUp.then(async () => {
      if (this.lastId !== '' && !this.isClosed) await this.takeMissed().catch(() => this.catchUpLater());
    });
    await this.catchingUp;
    this.work();
  }

  private catchUpLater(): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      void this.catchUp();
    }, RETRY_MS).unref();
  }

  /** The same after the connection that listens was lost, once Redis tells of changes again. */
  async resume(): Promise<void> {
    await this.services.subscriptions.add(streamOf(this.mailboxId)).catch(() => undefined);
    await this.catchUp();
  }

  private async takeMissed(): Promise<void> {
    const { missed, lastId } = await openChanges(this.services.redis, this.mailboxId, this.lastId);
    if (missed) {
      for (const { id, text } of missed) this.receive(MailboxChange.ofText(text), id);
      return;
    }
    // Entries of a Redis that lost its data may be earlier than those before.
    this.lastId = '';
    for (const connection of this.connections) connection.lastId = '';
    this.receive(new MailboxChange().markLarge(), lastId);
  }

  private get hasWork(): boolean {
    return !this.isClosed && (this.joining.length > 0 || this.pending !== undefined);
  }

  /** Lets all join that wait, and delivers what is pending. While Redis is away both wait. */
  private work(): void {
    if (this.isWorking) return;
    this.isWorking = true;
    this.workThrough().then(
      () => {
        this.isWorking = false;
        // What came while the promise was resolved.
        if (this.hasWork) this.work();
      },
      (error: unknown) => {
        this.isWorking = false;
        logger.warn('Listeners of a mailbox wait for Redis or the database', { error });
        if (!this.isClosed) this.catchUpLater();
      },
    );
  }

  private async workThrough(): Promise<void> {
    while (this.hasWork) {
      const joining = this.joining[0];
      if (joining) await this.join(joining);
      else await this.deliver();
    }
  }

  /** @throws Error if Redis or the database does not answer; then it goes on waiting */
  private async join(connection: LiveConnection): Promise<void> {
    // Before the changes are read, so that none falls between.
    await this.services.subscriptions.add(streamOf(this.mailboxId));
    const { missed, lastId } = await openChanges(this.services.redis, this.mailboxId, connection.after);
    const change = new MailboxChange();
    for (const { text } of missed ?? []) change.add(MailboxChange.ofText(text));
    const { messages, counts } = await this.read(change);
    const begin = connection.after === '' ? [READY] : missed ? [] : [MAILBOX_CHANGED];
    connection.send([...begin, ...eventsOf(change, messages), ...countsEvents(counts)], lastId);
    this.delete(connection);
    if (!connection.stream.isClosed) this.connections.add(connection);
    if (this.lastId !== '') return;
    this.lastId = lastId;
    this.countsToTell(counts);
  }

  private async deliver(): Promise<void> {
    const waitMs = this.deliveredAt + INTERVAL_MS - Date.now();
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
    const { change, id } = this.pending!;
    this.pending = undefined;
    if (change.access) await this.reviewAccess();
    const { messages, counts } = await this.read(change).catch((error: unknown) => {
      logger.warn('What listeners of a mailbox are told could not be read', { error });
      change.markLarge();
      return { messages: [], counts: [] };
    });
    const ofCounts = countsEvents(this.countsToTell(counts));
    const events: ServerEvent[] = [...eventsOf(change, messages), ...ofCounts];
    for (const connection of this.connections) {
      if (connection.knows(id)) connection.send(ofCounts, connection.lastId);
      else connection.send(events, id);
    }
    this.deliveredAt = Date.now();
  }

  private async read(change: MailboxChange): Promise<Reading> {
    const ids = [...change.messages].flatMap(([id, what]) => (what === 'deleted' ? [] : [id]));
    const { tenantId, mailboxId } = this;
    return this.services.database.tenant(tenantId, async (tx) => ({
      messages: ids.length > 0 ? await listLiveMessages(tx, tenantId, mailboxId, ids) : [],
      counts: await listCounts(tx, tenantId, mailboxId),
    }));
  }

  /**
   * Selects the counts that differ from those sent last. An empty list means that they could not be read, and changes
   * nothing.
   */
  private countsToTell(counts: readonly LiveCount[]): LiveCount[] {
    if (counts.length === 0) return [];
    const before = this.counts;
    this.counts = new Map(counts.map((count) => [count.id, count]));
    return counts.filter(({ id, total, unread }) => {
      const known = before.get(id);
      return known?.total !== total || known.unread !== unread;
    });
  }

  private async reviewAccess(): Promise<void> {
    await Promise.all([...this.connections, ...this.joining].map((connection) => connection.reviewAccess()));
  }
}
