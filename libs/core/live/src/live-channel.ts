import { setTimeout as delay } from 'node:timers/promises';
import { logger } from '#libs/core/observability';
import type { RedisClient, Subscriptions } from '#libs/core/redis';
import { isLater, openChanges } from './change-log.js';
import type { LiveConnection } from './live-connection.js';
import { type LiveChange, type LiveReading, type LiveSource, NO_CHANGE, READY } from './live-source.js';

/** Changes that come faster are told together. */
const INTERVAL_MS = 250;
/** How soon Redis is asked again if it did not answer. */
const RETRY_MS = 1_000;

export interface ChannelServices {
  redis: RedisClient;
  subscriptions: Subscriptions;
}

/**
 * The connections of this process that listen to one subject. What they are told is read once for all of them. Connections join
 * and changes are delivered one after the other, so that nobody misses a change or is told of an old state last.
 */
export class LiveChannel<Change extends LiveChange = LiveChange> {
  private readonly connections = new Set<LiveConnection>();
  private readonly joining: LiveConnection[] = [];
  private pending: { change: Change; id: string } | undefined;
  /** The last entry of which the connections were told or will be. */
  private lastId = '';
  private deliveredAt = 0;
  private isWorking = false;
  private catchingUp = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly services: ChannelServices,
    private readonly source: LiveSource<Change>,
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
    this.services.subscriptions.remove(this.source.stream);
  }

  /** Takes an entry of the log to deliver. */
  receive(text: string, id: string): void {
    this.take(this.source.changeOf(text), id);
  }

  private take(change: Change, id: string): void {
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
   * Reads what messages of Redis did not tell, and keeps the changes of the subject for a further time. Then those go on who
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
    await this.services.subscriptions.add(this.source.stream).catch(() => undefined);
    await this.catchUp();
  }

  private async takeMissed(): Promise<void> {
    const { missed, lastId } = await openChanges(this.services.redis, this.source.stream, this.lastId);
    if (missed) {
      for (const { id, text } of missed) this.receive(text, id);
      return;
    }
    // Entries of a Redis that lost its data may be earlier than those before.
    this.lastId = '';
    for (const connection of this.connections) connection.lastId = '';
    this.take(this.source.changeOf(NO_CHANGE).markLarge(), lastId);
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
        logger.warn('Listeners wait for Redis or the database', { error });
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
    await this.services.subscriptions.add(this.source.stream);
    const { missed, lastId } = await openChanges(this.services.redis, this.source.stream, connection.after);
    const change = this.source.changeOf(NO_CHANGE);
    for (const { text } of missed ?? []) change.add(this.source.changeOf(text));
    const { events, state, difference } = await this.source.read(change);
    const begin = connection.after === '' ? [READY] : missed ? [] : [this.source.changed];
    connection.send([...begin, ...events, ...state], lastId);
    this.delete(connection);
    if (!connection.stream.isClosed) this.connections.add(connection);
    if (this.lastId !== '') return;
    this.lastId = lastId;
    difference();
  }

  private async deliver(): Promise<void> {
    const waitMs = this.deliveredAt + INTERVAL_MS - Date.now();
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
    const { change, id } = this.pending!;
    this.pending = undefined;
    if (change.access) await this.reviewAccess();
    const reading = await this.source.read(change).catch((error: unknown): LiveReading => {
      logger.warn('What listeners are told could not be read', { error });
      return { events: [this.source.changed], state: [], difference: () => [] };
    });
    const difference = reading.difference();
    const events = [...reading.events, ...difference];
    for (const connection of this.connections) {
      if (connection.knows(id)) connection.send(difference, connection.lastId);
      else connection.send(events, id);
    }
    this.deliveredAt = Date.now();
  }

  private async reviewAccess(): Promise<void> {
    await Promise.all([...this.connections, ...this.joining].map((connection) => connection.reviewAccess()));
  }
}
