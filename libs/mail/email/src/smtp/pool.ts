import type { SmtpCapabilities } from './capabilities.js';
import { SmtpFailure } from './failure.js';
import { openChannel } from './handshake.js';
import { SmtpJob } from './job.js';
import type { SmtpMessage, SmtpReceipt } from './job.js';
import { JobQueue } from './job-queue.js';
import { resolveSettings } from './options.js';
import type { SmtpPoolOptions, SmtpSettings } from './options.js';
import { SmtpSession } from './session.js';
import type { SessionOwner } from './session.js';

/** State of the pool, for metrics. */
export interface SmtpPoolStats {
  /** Messages that wait for a connection. */
  queued: number;
  /** Open connections, idle or in use. */
  connections: number;
  /** Idle connections. */
  idle: number;
}

/** Milliseconds without a new connection after one failed, while others work. */
const RECONNECT_PAUSE = 1_000;
const CLOSE_GRACE = 30_000;

/**
 * Sends messages to one SMTP server over a few persistent connections. Connections are opened when messages need them and
 * replaced when they are lost. A message that was certainly not sent then moves to another connection. A message that may
 * have been sent is rejected as uncertain; the pool never sends it twice.
 */
export class SmtpPool {
  readonly #settings: SmtpSettings;
  readonly #queue = new JobQueue();
  readonly #sessions = new Set<SmtpSession>();
  readonly #idle: SmtpSession[] = [];
  readonly #quitting = new Set<SmtpSession>();
  readonly #shutdown = new AbortController();
  readonly #owner: SessionOwner;
  #opening = 0;
  #reconnectAt = 0;
  #closing: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;
  #roomWaiters: (() => void)[] = [];

  /** Opens no connection yet. @throws TypeError for invalid options */
  constructor(options: SmtpPoolOptions) {
    this.#settings = resolveSettings(options);
    this.#owner = {
      nextJob: (capabilities) => this.#nextJob(capabilities),
      requeue: (job, reason) => this.#requeue(job, reason),
      quitting: (session) => this.#onQuitting(session),
      idle: (session) => this.#onIdle(session),
      ended: (session, reason) => this.#onEnded(session, reason),
    };
  }

  /**
   * Resolves when the server has accepted the message. Rejects with {@link SmtpFailure}: `permanent` for a reply of 5xx and
   * for a message that the server cannot accept; `temporary` for a reply of 4xx, a server that is unreachable or rejects
   * the connection, and a full queue; `temporary` and `uncertain` if the connection is lost before the final reply.
   */
  send(message: SmtpMessage): Promise<SmtpReceipt> {
    return new Promise((resolve, reject) => {
      const job = new SmtpJob(message, resolve, reject);
      if (this.#closing) throw new SmtpFailure('the pool is closed', { kind: 'temporary' });
      if (!this.hasRoom) throw new SmtpFailure('too many messages are waiting', { kind: 'temporary' });
      this.#queue.push(job);
      this.#dispatch();
    });
  }

  /** False while the queue is full and `send` rejects. */
  get hasRoom(): boolean {
    return this.#queue.length < this.#settings.maxQueued;
  }

  /** Resolves when the queue has room; call it to send no faster than the server accepts. */
  async waitForRoom(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  get stats(): SmtpPoolStats {
    return { queued: this.#queue.length, connections: this.#sessions.size, idle: this.#idle.length };
  }

  /**
   * Accepts no more messages, sends the queued ones, sends QUIT on every connection and resolves when all are closed. After
   * `grace` milliseconds the remaining messages are rejected as temporary and the connections are closed.
   */
  close(grace = CLOSE_GRACE): Promise<void> {
    this.#closing ??= this.#close(grace);
    return this.#closing;
  }

  async #close(grace: number): Promise<void> {
    const timer = setTimeout(() => this.#abandon(), grace);
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    // `#closing` must be set before a session checks it.
    queueMicrotask(() => this.#quitIdle());
    await empty;
    clearTimeout(timer);
  }

  #quitIdle(): void {
    for (const session of this.#idle.splice(0)) session.quit();
    this.#checkEmpty();
  }

  #abandon(): void {
    const reason = new Error('the pool was closed');
    this.#rejectQueued(SmtpFailure.lost(reason));
    this.#shutdown.abort();
    for (const session of [...this.#sessions, ...this.#quitting]) session.destroy(reason);
  }

  #checkEmpty(): void {
    if (!this.#onEmpty || this.#queue.length > 0 || this.#opening > 0) return;
    if (this.#sessions.size === 0 && this.#quitting.size === 0) this.#onEmpty();
  }

  #dispatch(): void {
    if (this.#queue.length === 0) return;
    const idle = this.#idle.pop();
    if (idle) idle.work();
    else if (this.#canOpen()) void this.#open();
  }

  #canOpen(): boolean {
    if (this.#sessions.size + this.#opening >= this.#settings.maxConnections) return false;
    if (this.#queue.length <= this.#opening) return false;
    return this.#sessions.size === 0 || performance.now() >= this.#reconnectAt;
  }

  async #open(): Promise<void> {
    this.#opening++;
    try {
      const opened = await openChannel(this.#settings, this.#shutdown.signal);
      this.#opening--;
      const session = new SmtpSession(opened, this.#settings, this.#owner);
      this.#sessions.add(session);
      this.#settings.logger?.debug({ connections: this.#sessions.size }, 'SMTP connection opened');
      session.work();
      this.#dispatch();
    } catch (error) {
      this.#opening--;
      this.#onConnectFailed(error as Error);
    }
  }

  /** Rejects the waiting messages if there is no connection at all; their senders decide when to retry. */
  #onConnectFailed(error: Error): void {
    this.#settings.logger?.warn({ err: error, connections: this.#sessions.size }, 'SMTP connection failed');
    this.#reconnectAt = performance.now() + RECONNECT_PAUSE;
    if (this.#sessions.size === 0 && this.#opening === 0) this.#rejectQueued(SmtpFailure.lost(error));
    this.#checkEmpty();
  }

  #rejectQueued(failure: SmtpFailure): void {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) job.reject(failure);
    this.#announceRoom();
  }

  #nextJob(capabilities: SmtpCapabilities): SmtpJob | undefined {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      const unsupported = job.unsupportedBy(capabilities);
      if (!unsupported) {
        if (this.#roomWaiters.length > 0) this.#announceRoom();
        return job;
      }
      job.reject(unsupported);
    }
    return undefined;
  }

  #announceRoom(): void {
    for (const resolve of this.#roomWaiters.splice(0)) resolve();
  }

  #requeue(job: SmtpJob, reason: SmtpFailure): void {
    if (this.#shutdown.signal.aborted || !job.tryMove()) job.reject(reason);
    else this.#queue.requeue(job);
  }

  #onIdle(session: SmtpSession): void {
    if (this.#closing) session.quit();
    else this.#idle.push(session);
  }

  #onQuitting(session: SmtpSession): void {
    this.#remove(session);
    this.#quitting.add(session);
    this.#dispatch();
  }

  #onEnded(session: SmtpSession, reason: Error): void {
    this.#settings.logger?.debug({ reason: reason.message }, 'SMTP connection ended');
    this.#remove(session);
    this.#quitting.delete(session);
    this.#dispatch();
    this.#checkEmpty();
  }

  #remove(session: SmtpSession): void {
    this.#sessions.delete(session);
    const place = this.#idle.indexOf(session);
    if (place >= 0) this.#idle.splice(place, 1);
  }
}
