import { Buffer } from 'node:buffer';
import type { SmtpCapabilities } from './capabilities.js';
import type { SmtpChannel } from './channel.js';
import { SmtpTimeout } from './channel.js';
import { SmtpFailure, type SmtpStage } from './failure.js';
import { FINAL_DOT, frameMessage } from './frame.js';
import type { OpenedChannel } from './handshake.js';
import type { SmtpJob } from './job.js';
import type { SmtpSettings } from './options.js';
import { SmtpProtocolError } from './reply.js';
import type { SmtpReply } from './reply.js';

/** The pool, as a session uses it. */
export interface SessionOwner {
  /** The next message for a server with these capabilities; undefined if there is none. */
  nextJob(capabilities: SmtpCapabilities): SmtpJob | undefined;
  /** Returns a message that was certainly not sent; another session may send it. */
  requeue(job: SmtpJob, reason: SmtpFailure): void;
  /** The session takes no further message and sends QUIT. */
  quitting(session: SmtpSession): void;
  /** The session has no message. */
  idle(session: SmtpSession): void;
  /** The session's connection is closed. */
  ended(session: SmtpSession, reason: Error): void;
}

/** A message on this connection: `opening` until its first byte is written, `complete` after its final dot. */
interface Transaction {
  job: SmtpJob;
  stage: 'opening' | 'streaming' | 'complete';
  /** Why the server rejected its sender or its recipient. */
  rejection?: SmtpFailure;
}

/** A larger message is sent in pieces, to see its progress and whether a connection is lost before its end. */
const PIECE = 64 * 1024;
const GOODBYE_TIMEOUT = 2_000;

/**
 * The messages of one connection, one after another (RFC 5321 section 3.3). With PIPELINING (RFC 2920) the commands of a
 * message are sent in one write that ends with DATA, and the next message's commands in one write with the current message,
 * so a message costs one round trip. `#current` is the message whose replies come next, `#ahead` the one after it.
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

  /** Sends the owner's next message, if there is one. Call it on an idle session. */
  work(): void {
    const transaction = this.#nextTransaction();
    if (transaction) {
      this.#current = transaction;
      this.#channel.write(this.#announce(transaction));
    } else if (this.#exhausted) this.quit();
    else {
      this.#channel.idle(this.settings.timeouts.idle);
      this.owner.idle(this);
    }
  }

  /** Sends QUIT and closes the connection. Call it on an idle session. */
  quit(): void {
    this.owner.quitting(this);
    this.#channel.expect(GOODBYE_TIMEOUT, () => this.destroy(new Error('the connection was ended')));
    this.#channel.write('QUIT\r\n');
  }

  /** Closes the connection at once, also during a message. */
  destroy(reason: Error): void {
    this.#channel.fail(reason);
  }

  get #exhausted(): boolean {
    return this.#started >= this.settings.maxMessagesPerConnection;
  }

  #nextTransaction(): Transaction | undefined {
    const job = this.#exhausted ? undefined : this.owner.nextJob(this.#capabilities);
    if (!job) return undefined;
    this.#started++;
    return { job, stage: 'opening' };
  }

  /** Returns the commands before the message that may be sent at once, and registers their replies. */
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
    return `${commands}${job.rcptCommand(this.#capabilities)}DATA\r\n`;
  }

  #onReset(reply: SmtpReply): void {
    if (!reply.positive) this.#endConnection(reply);
  }

  #onMail(transaction: Transaction, reply: SmtpReply): void {
    if (!this.#accepted(transaction, reply, 'sender') || this.#capabilities.pipelining) return;
    const { job } = transaction;
    this.#channel.expect(this.settings.timeouts.command, (next) => this.#onRcpt(transaction, next));
    this.#channel.write(job.rcptCommand(this.#capabilities));
  }

  #onRcpt(transaction: Transaction, reply: SmtpReply): void {
    if (!this.#accepted(transaction, reply, 'recipient') || this.#capabilities.pipelining) return;
    this.#channel.expect(this.settings.timeouts.command, (next) => this.#onData(transaction, next));
    this.#channel.write('DATA\r\n');
  }

  /** The reply to MAIL or RCPT. The first rejection counts: in a pipeline the later ones are its consequence. */
  #accepted(transaction: Transaction, reply: SmtpReply, stage: SmtpStage): boolean {
    if (reply.positive) return true;
    if (reply.code === 421) this.#endConnection(reply);
    else {
      transaction.rejection ??= SmtpFailure.rejection(reply, stage);
      if (!this.#capabilities.pipelining) this.#rejected(transaction, transaction.rejection);
    }
    return false;
  }

  #onData(transaction: Transaction, reply: SmtpReply): void {
    if (reply.code === 421) this.#endConnection(reply);
    else if (reply.code !== 354)
      this.#rejected(transaction, transaction.rejection ?? SmtpFailure.rejection(reply, 'content'));
    else if (transaction.rejection) this.#sendNothing(transaction, transaction.rejection);
    else if (transaction.job.message.length <= PIECE) this.#sendWhole(transaction);
    else this.#sendInPieces(transaction);
  }

  /** Sends an empty message: a server may accept DATA although it rejected the recipient (RFC 2920 section 3.1). */
  #sendNothing(transaction: Transaction, rejection: SmtpFailure): void {
    this.#channel.expect(this.settings.timeouts.data, () => this.#rejected(transaction, rejection));
    this.#channel.write(FINAL_DOT);
  }

  #sendWhole(transaction: Transaction): void {
    this.#expectFinalReply(transaction);
    const trailer = this.#complete(transaction);
    this.#channel.write(frameMessage(transaction.job.message, trailer));
  }

  #sendInPieces(transaction: Transaction): void {
    transaction.stage = 'streaming';
    this.#expectFinalReply(transaction);
    const frame = frameMessage(transaction.job.message, '');
    const sendFrom = (start: number): void => {
      this.#channel.progress();
      if (start >= frame.length) this.#channel.write(Buffer.from(this.#complete(transaction)));
      else this.#channel.writeThen(frame.subarray(start, start + PIECE), () => sendFrom(start + PIECE));
    };
    sendFrom(0);
  }

  #expectFinalReply(transaction: Transaction): void {
    this.#channel.expect(this.settings.timeouts.data, (reply) => this.#onFinalReply(transaction, reply));
  }

  /** The final dot, with the commands of the next message if the server has PIPELINING. */
  #complete(transaction: Transaction): string {
    transaction.stage = 'complete';
    if (!this.#capabilities.pipelining || !this.settings.pipelineMessages) return FINAL_DOT;
    this.#ahead = this.#nextTransaction();
    return this.#ahead ? FINAL_DOT + this.#announce(this.#ahead) : FINAL_DOT;
  }

  #onFinalReply(transaction: Transaction, reply: SmtpReply): void {
    if (transaction.stage !== 'complete') {
      this.#onEarlyReply(transaction, reply);
      return;
    }
    const { job } = transaction;
    if (reply.positive) job.resolve({ code: reply.code, enhanced: reply.enhanced, response: reply.text });
    else job.reject(SmtpFailure.rejection(reply, 'content'));
    if (reply.code === 421) {
      this.#current = undefined;
      this.#endConnection(reply);
    } else this.#next();
  }

  /** A reply before the whole message was sent. The rest could be read as commands, so the connection is closed. */
  #onEarlyReply(transaction: Transaction, reply: SmtpReply): void {
    this.#current = undefined;
    const sensible = reply.code >= 400;
    const failure = sensible
      ? SmtpFailure.rejection(reply, 'content')
      : SmtpFailure.ofConnection('an answer in the middle', reply);
    transaction.job.reject(failure);
    this.#channel.fail(new SmtpProtocolError(`an answer in the middle of a message: ${reply.text}`));
  }

  #rejected(transaction: Transaction, rejection: SmtpFailure): void {
    this.#needsReset = true;
    transaction.job.reject(rejection);
    this.#next();
  }

  #next(): void {
    this.#current = this.#ahead;
    this.#ahead = undefined;
    if (!this.#current) this.work();
  }

  /** The server closes the connection (421, RFC 5321 section 3.8); unsent messages are requeued. */
  #endConnection(reply: SmtpReply): void {
    this.#channel.fail(SmtpFailure.ofConnection('the server ended the connection', reply));
  }

  #lost(error: Error): void {
    const [current, ahead] = [this.#current, this.#ahead];
    this.#current = undefined;
    this.#ahead = undefined;
    // In reverse order, because each is added at the front of the queue.
    if (ahead) this.owner.requeue(ahead.job, SmtpFailure.lost(error));
    if (current) this.#rejectOrRequeue(current, error);
    this.owner.ended(this, error);
  }

  #rejectOrRequeue({ job, stage }: Transaction, error: Error): void {
    if (stage === 'complete') job.reject(SmtpFailure.lost(error, true));
    // If the server does not respond, the message would wait as long again on another connection.
    else if (error instanceof SmtpTimeout) job.reject(SmtpFailure.lost(error));
    else this.owner.requeue(job, SmtpFailure.lost(error));
  }
}
