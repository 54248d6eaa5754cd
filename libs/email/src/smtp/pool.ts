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

/** Figures for a gauge. */
export interface SmtpPoolStats {
  /** Messages that wait for a connection. */
  queued: number;
  /** Connections ready for messages, those in use included. */
  connections: number;
  /** Connections that rest. */
  idle: number;
}

/** After a refused connection beside working ones, how long those have to do alone, in milliseconds. */
const RECONNECT_PAUSE = 1_000;
const CLOSE_GRACE = 30_000;

/**
 * Hands messages to one SMTP server over a few connections that are kept. Connections are opened as messages need them and
 * replaced when they die; a message that had not left yet then goes over another one, unnoticed. What may have left
 * is reported as uncertain and never sent twice by the pool itself.
 */
export class SmtpPool {
  readonly #settings: SmtpSettings;
  readonly #queue = new JobQueue();
  readonly #sessions = new Set<SmtpSession>();
  readonly #resting: SmtpSession[] = [];
  readonly #leaving = new Set<SmtpSession>();
  readonly #shutdown = new AbortController();
  readonly #owner: SessionOwner;
  #opening = 0;
  #reconnectAt = 0;
  #closing: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;
  #awaitingRoom: (() => void)[] = [];

  /** Connects to nothing yet. Throws TypeError for options that make no sense. */
  constructor(options: SmtpPoolOptions) {
    this.#settings = resolveSettings(options);
    this.#owner = {
      take: (capabilities) => this.#take(capabilities),
      putBack: (job, reason) => this.#putBack(job, reason),
      leaving: (session) => this.#onLeaving(session),
      resting: (session) => this.#onResting(session),
      ended: (session, reason) => this.#onEnded(session, reason),
    };
  }

  /**
   * Resolves once the server has taken the message. Rejects with {@link SmtpFailure}: `permanent` for a refusal with 5xx and
   * for what this server can never take; `temporary` for a refusal with 4xx, for a server that cannot be reached or
   * refuses our connection, for a full queue, and, `uncertain`, for a connection lost before the verdict.
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

  /** False while the queue is full and `send` refuses. */
  get hasRoom(): boolean {
    return this.#queue.length < this.#settings.maxQueued;
  }

  /** Resolves as soon as the queue has room again: the way to produce no faster than the server takes. */
  async room(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((resolve) => this.#awaitingRoom.push(resolve));
  }

  get stats(): SmtpPoolStats {
    return { queued: this.#queue.length, connections: this.#sessions.size, idle: this.#resting.length };
  }

  /**
   * Takes nothing more, finishes what it has, says QUIT on every connection and resolves when all are closed. What is not
   * finished within `grace` milliseconds is rejected as temporary, and its connections are cut.
   */
  close(grace = CLOSE_GRACE): Promise<void> {
    this.#closing ??= this.#close(grace);
    return this.#closing;
  }

  async #close(grace: number): Promise<void> {
    const timer = setTimeout(() => this.#abandon(), grace);
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    // The promise of this method must be kept before anything asks whether the pool is closing.
    queueMicrotask(() => this.#wind());
    await empty;
    clearTimeout(timer);
  }

  #wind(): void {
    for (const session of this.#resting.splice(0)) session.quit();
    this.#checkEmpty();
  }

  #abandon(): void {
    const reason = new Error('the pool was closed');
    this.#rejectQueued(SmtpFailure.lost(reason));
    this.#shutdown.abort();
    for (const session of [...this.#sessions, ...this.#leaving]) session.destroy(reason);
  }

  #checkEmpty(): void {
    if (!this.#onEmpty || this.#queue.length > 0 || this.#opening > 0) return;
    if (this.#sessions.size === 0 && this.#leaving.size === 0) this.#onEmpty();
  }

  #dispatch(): void {
    if (this.#queue.length === 0) return;
    const rested = this.#resting.pop();
    if (rested) rested.work();
    else if (this.#mayOpen()) void this.#open();
  }

  #mayOpen(): boolean {
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
      this.#onUnreachable(error as Error);
    }
  }

  /** Without any connection the messages that wait have nowhere to go, and their owners know better when to try again. */
  #onUnreachable(error: Error): void {
    this.#settings.logger?.warn({ err: error, connections: this.#sessions.size }, 'SMTP connection failed');
    this.#reconnectAt = performance.now() + RECONNECT_PAUSE;
    if (this.#sessions.size === 0 && this.#opening === 0) this.#rejectQueued(SmtpFailure.lost(error));
    this.#checkEmpty();
  }

  #rejectQueued(failure: SmtpFailure): void {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) job.reject(failure);
    this.#announceRoom();
  }

  #take(capabilities: SmtpCapabilities): SmtpJob | undefined {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      const unsupported = job.unsupportedBy(capabilities);
      if (!unsupported) {
        if (this.#awaitingRoom.length > 0) this.#announceRoom();
        return job;
      }
      job.reject(unsupported);
    }
    return undefined;
  }

  #announceRoom(): void {
    for (const resolve of this.#awaitingRoom.splice(0)) resolve();
  }

  #putBack(job: SmtpJob, reason: SmtpFailure): void {
    if (this.#shutdown.signal.aborted || !job.mayMove()) job.reject(reason);
    else this.#queue.putBack(job);
  }

  #onResting(session: SmtpSession): void {
    if (this.#closing) session.quit();
    else this.#resting.push(session);
  }

  #onLeaving(session: SmtpSession): void {
    this.#forget(session);
    this.#leaving.add(session);
    this.#dispatch();
  }

  #onEnded(session: SmtpSession, reason: Error): void {
    this.#settings.logger?.debug({ reason: reason.message }, 'SMTP connection ended');
    this.#forget(session);
    this.#leaving.delete(session);
    this.#dispatch();
    this.#checkEmpty();
  }

  #forget(session: SmtpSession): void {
    this.#sessions.delete(session);
    const place = this.#resting.indexOf(session);
    if (place >= 0) this.#resting.splice(place, 1);
  }
}
