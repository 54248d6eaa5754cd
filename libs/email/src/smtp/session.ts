import { Buffer } from 'node:buffer';
import type { SmtpCapabilities } from './capabilities.js';
import type { SmtpChannel } from './channel.js';
import { SmtpTimeout } from './channel.js';
import { SmtpFailure } from './failure.js';
import { FINAL_DOT, frameMessage } from './frame.js';
import type { OpenedChannel } from './handshake.js';
import type { SmtpJob } from './job.js';
import type { SmtpSettings } from './options.js';
import { SmtpProtocolError } from './reply.js';
import type { SmtpReply } from './reply.js';

/** Whoever has the work: told what becomes of it, asked for more. */
export interface SessionOwner {
  /** The next message for this session; undefined when there is none that its server can take. */
  take(capabilities: SmtpCapabilities): SmtpJob | undefined;
  /** A message that certainly did not leave; it may go elsewhere. */
  putBack(job: SmtpJob, reason: SmtpFailure): void;
  /** The session takes no further message and says goodbye. */
  leaving(session: SmtpSession): void;
  /** The session has nothing to do. */
  resting(session: SmtpSession): void;
  /** The session's connection is gone. */
  ended(session: SmtpSession, reason: Error): void;
}

/** A message on this connection. `opening` until its first byte is written, `complete` once its final dot is. */
interface Transaction {
  job: SmtpJob;
  stage: 'opening' | 'streaming' | 'complete';
  refusal?: SmtpReply;
}

/** A message over this goes out in pieces, so that its progress can be watched and a loss before its end be told. */
const PIECE = 64 * 1024;
const GOODBYE_TIMEOUT = 2_000;

/**
 * The messages of one connection, one after another (RFC 5321 section 3.3). With PIPELINING (RFC 2920) the commands of a
 * message go in one write that ends with DATA, and the next message's commands in one write with the current message, so
 * that a message costs one round trip. `#current` is the message whose replies come next, `#ahead` the one behind it.
 */
export class SmtpSession {
  readonly #channel: SmtpChannel;
  readonly #capabilities: SmtpCapabilities;
  #current: Transaction | undefined;
  #ahead: Transaction | undefined;
  #needsReset = false;
  #started = 0;

  constructor(
    opened: OpenedChannel,
    private readonly settings: SmtpSettings,
    private readonly owner: SessionOwner,
  ) {
    this.#channel = opened.channel;
    this.#capabilities = opened.capabilities;
    this.#channel.onClosed = (error) => this.#lost(error);
  }

  /** Takes work from the owner, if there is any; to be called on a session that rests. */
  work(): void {
    const transaction = this.#take();
    if (transaction) {
      this.#current = transaction;
      this.#channel.write(this.#announce(transaction));
    } else if (this.#exhausted) this.quit();
    else {
      this.#channel.rest(this.settings.timeouts.idle);
      this.owner.resting(this);
    }
  }

  /** Says QUIT and closes; to be called on a session that rests. */
  quit(): void {
    this.owner.leaving(this);
    this.#channel.expect(GOODBYE_TIMEOUT, () => this.destroy(new Error('the connection was ended')));
    this.#channel.write('QUIT\r\n');
  }

  /** Closes at once, whatever is under way. */
  destroy(reason: Error): void {
    this.#channel.fail(reason);
  }

  get #exhausted(): boolean {
    return this.#started >= this.settings.maxMessagesPerConnection;
  }

  #take(): Transaction | undefined {
    const job = this.#exhausted ? undefined : this.owner.take(this.#capabilities);
    if (!job) return undefined;
    this.#started++;
    return { job, stage: 'opening' };
  }

  /** The commands that come before the message, as many as may be sent at once, with their replies awaited. */
  #announce(transaction: Transaction): string {
    const { command } = this.settings.timeouts;
    const { job } = transaction;
    let commands = '';
    if (this.#needsReset) {
      this.#needsReset = false;
      commands = 'RSET\r\n';
      this.#channel.expect(command, (reply) => this.#onReset(reply));
    }
    commands += job.mailCommand(this.#capabilities);
    this.#channel.expect(command, (reply) => this.#onMail(transaction, reply));
    if (!this.#capabilities.pipelining) return commands;
    this.#channel.expect(command, (reply) => this.#onRcpt(transaction, reply));
    this.#channel.expect(command, (reply) => this.#onData(transaction, reply));
    return `${commands}${job.rcptCommand()}DATA\r\n`;
  }

  #onReset(reply: SmtpReply): void {
    if (!reply.positive) this.#giveUp(reply);
  }

  #onMail(transaction: Transaction, reply: SmtpReply): void {
    if (!this.#accepted(transaction, reply) || this.#capabilities.pipelining) return;
    const { job } = transaction;
    this.#channel.expect(this.settings.timeouts.command, (next) => this.#onRcpt(transaction, next));
    this.#channel.write(job.rcptCommand());
  }

  #onRcpt(transaction: Transaction, reply: SmtpReply): void {
    if (!this.#accepted(transaction, reply) || this.#capabilities.pipelining) return;
    this.#channel.expect(this.settings.timeouts.command, (next) => this.#onData(transaction, next));
    this.#channel.write('DATA\r\n');
  }

  /** The reply to MAIL or RCPT. The first refusal counts: what follows it in a pipeline is refused for its sake. */
  #accepted(transaction: Transaction, reply: SmtpReply): boolean {
    if (reply.positive) return true;
    if (reply.code === 421) this.#giveUp(reply);
    else {
      transaction.refusal ??= reply;
      if (!this.#capabilities.pipelining) this.#refused(transaction, reply);
    }
    return false;
  }

  #onData(transaction: Transaction, reply: SmtpReply): void {
    if (reply.code === 421) this.#giveUp(reply);
    else if (reply.code !== 354) this.#refused(transaction, transaction.refusal ?? reply);
    else if (transaction.refusal) this.#sendNothing(transaction, transaction.refusal);
    else if (transaction.job.message.length <= PIECE) this.#sendWhole(transaction);
    else this.#sendInPieces(transaction);
  }

  /** RFC 2920 section 3.1: a server may ask for a message even if it refused the recipient. */
  #sendNothing(transaction: Transaction, refusal: SmtpReply): void {
    this.#channel.expect(this.settings.timeouts.data, () => this.#refused(transaction, refusal));
    this.#channel.write(FINAL_DOT);
  }

  #sendWhole(transaction: Transaction): void {
    this.#awaitVerdict(transaction);
    const trailer = this.#complete(transaction);
    this.#channel.write(frameMessage(transaction.job.message, trailer));
  }

  #sendInPieces(transaction: Transaction): void {
    transaction.stage = 'streaming';
    this.#awaitVerdict(transaction);
    const frame = frameMessage(transaction.job.message, '');
    const sendFrom = (start: number): void => {
      this.#channel.progress();
      if (start >= frame.length) this.#channel.write(Buffer.from(this.#complete(transaction)));
      else this.#channel.writeThen(frame.subarray(start, start + PIECE), () => sendFrom(start + PIECE));
    };
    sendFrom(0);
  }

  #awaitVerdict(transaction: Transaction): void {
    this.#channel.expect(this.settings.timeouts.data, (reply) => this.#onVerdict(transaction, reply));
  }

  /** The final dot, and the commands of the next message right behind it where the server can take them. */
  #complete(transaction: Transaction): string {
    transaction.stage = 'complete';
    if (!this.#capabilities.pipelining || !this.settings.pipelineMessages) return FINAL_DOT;
    this.#ahead = this.#take();
    return this.#ahead ? FINAL_DOT + this.#announce(this.#ahead) : FINAL_DOT;
  }

  #onVerdict(transaction: Transaction, reply: SmtpReply): void {
    if (transaction.stage !== 'complete') {
      this.#onEarlyVerdict(transaction, reply);
      return;
    }
    const { job } = transaction;
    if (reply.positive) job.resolve({ code: reply.code, enhanced: reply.enhanced, response: reply.text });
    else job.reject(SmtpFailure.refusal(reply));
    if (reply.code === 421) {
      this.#current = undefined;
      this.#giveUp(reply);
    } else this.#next();
  }

  /** The server decided before it had the whole message, and will read the rest as it likes: the connection is lost. */
  #onEarlyVerdict(transaction: Transaction, reply: SmtpReply): void {
    this.#current = undefined;
    const sensible = reply.code >= 400;
    const failure = sensible ? SmtpFailure.refusal(reply) : SmtpFailure.ofConnection('an answer in the middle', reply);
    transaction.job.reject(failure);
    this.#channel.fail(new SmtpProtocolError(`an answer in the middle of a message: ${reply.text}`));
  }

  #refused(transaction: Transaction, reply: SmtpReply): void {
    this.#needsReset = true;
    transaction.job.reject(SmtpFailure.refusal(reply));
    this.#next();
  }

  #next(): void {
    this.#current = this.#ahead;
    this.#ahead = undefined;
    if (!this.#current) this.work();
  }

  /** The server closes (421, RFC 5321 section 3.8) or cannot go on; what it has not been given goes elsewhere. */
  #giveUp(reply: SmtpReply): void {
    this.#channel.fail(SmtpFailure.ofConnection('the server ended the connection', reply));
  }

  #lost(error: Error): void {
    const [current, ahead] = [this.#current, this.#ahead];
    this.#current = undefined;
    this.#ahead = undefined;
    // Backwards, because each is put at the front of the queue.
    if (ahead) this.owner.putBack(ahead.job, SmtpFailure.lost(error));
    if (current) this.#settleLost(current, error);
    this.owner.ended(this, error);
  }

  #settleLost({ job, stage }: Transaction, error: Error): void {
    if (stage === 'complete') job.reject(SmtpFailure.lost(error, true));
    // A server that answers nobody would make the message wait as long again on another connection.
    else if (error instanceof SmtpTimeout) job.reject(SmtpFailure.lost(error));
    else this.owner.putBack(job, SmtpFailure.lost(error));
  }
}
