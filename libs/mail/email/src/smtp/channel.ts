import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { Deadline } from './deadline.js';
import { ReplyParser, SmtpProtocolError } from './reply.js';
import type { SmtpReply } from './reply.js';

/** The server or the network did not respond in time. */
export class SmtpTimeout extends Error {
  constructor(what: string) {
    super(`timeout: ${what}`);
    this.name = 'SmtpTimeout';
  }
}

interface Expected {
  onReply: (reply: SmtpReply) => void;
  onLost?: (error: Error) => void;
  timeout: number;
}

/**
 * Commands and replies of one connection. Replies come in the order of the commands (RFC 2920 section 3.1), so the caller
 * registers the handler of a reply before it writes the command, or in the same tick.
 */
export class SmtpChannel {
  #socket: Socket;
  readonly #parser = new ReplyParser();
  #expected: Expected[] = [];
  readonly #deadline = new Deadline(() => this.#timedOut());
  #idle = false;
  #closed = false;
  #error: Error | undefined;
  readonly #onData = (chunk: Buffer): void => this.#receive(chunk);
  readonly #onError = (error: Error): void => void (this.#error ??= error);
  readonly #onClose = (): void => this.#close();

  /** Called once with the reason when the connection is closed. */
  onClosed: (error: Error) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setKeepAlive(true);
    this.#listen();
  }

  get encrypted(): boolean {
    return 'encrypted' in this.#socket;
  }

  write(data: string | Buffer): void {
    this.#socket.write(data);
  }

  /** Writes, and calls `then` when the data is passed to the system; never if the connection is closed first. */
  writeThen(data: Buffer, then: () => void): void {
    this.#socket.write(data, (error) => {
      if (!error && !this.#closed) then();
    });
  }

  /** Registers the handler of the next reply without one. Its timeout (milliseconds) starts after the reply before it. */
  expect(timeout: number, onReply: (reply: SmtpReply) => void, onLost?: (error: Error) => void): void {
    this.#idle = false;
    this.#expected.push({ onReply, onLost, timeout });
    if (this.#expected.length === 1) this.#deadline.set(timeout);
  }

  /** {@link expect} as a promise; rejects if the connection is closed first. */
  reply(timeout: number): Promise<SmtpReply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(this.#reason());
      else this.expect(timeout, resolve, reject);
    });
  }

  /** Writes one command and waits for its reply. */
  command(line: string, timeout: number): Promise<SmtpReply> {
    const reply = this.reply(timeout);
    this.write(`${line}\r\n`);
    return reply;
  }

  /** Restarts the timeout of the next reply, after progress. */
  progress(): void {
    const [next] = this.#expected;
    if (next) this.#deadline.set(next.timeout);
  }

  /** Marks the connection as idle: it is closed after this time (milliseconds), unless a reply is expected first. */
  idle(timeout: number): void {
    this.#idle = true;
    this.#deadline.set(timeout);
  }

  /**
   * Starts TLS (RFC 3207). Fails if there is unencrypted data after the server's reply to STARTTLS: an attacker may have
   * injected it.
   */
  async encrypt(options: ConnectionOptions, timeout: number): Promise<void> {
    if (this.#parser.pending || this.#expected.length > 0)
      throw this.fail(new SmtpProtocolError('unencrypted surplus'));
    const plain = this.#socket;
    plain.removeListener('data', this.#onData).removeListener('close', this.#onClose);
    const secure = connectTls({ ...options, socket: plain });
    this.#socket = secure;
    this.#listen();
    this.#deadline.set(timeout);
    await new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve);
      secure.once('close', () => reject(this.#reason()));
    });
    this.#deadline.clear();
  }

  /** Closes the connection at once with this reason and returns it. */
  fail(error: Error): Error {
    this.#error ??= error;
    this.#socket.destroy();
    return error;
  }

  #listen(): void {
    this.#socket.on('data', this.#onData).on('error', this.#onError).on('close', this.#onClose);
  }

  #receive(chunk: Buffer): void {
    let replies: SmtpReply[];
    try {
      replies = this.#parser.push(chunk);
    } catch (error) {
      this.fail(error as Error);
      return;
    }
    for (const reply of replies) if (!this.#socket.destroyed) this.#deliver(reply);
  }

  #deliver(reply: SmtpReply): void {
    const expected = this.#expected.shift();
    if (!expected) {
      // Usually a 421: the server closes an idle connection.
      this.fail(new SmtpProtocolError(`the server ended the connection: ${reply.text}`));
      return;
    }
    const [next] = this.#expected;
    if (next) this.#deadline.set(next.timeout);
    expected.onReply(reply);
    if (this.#expected.length === 0 && !this.#idle) this.#deadline.clear();
  }

  #timedOut(): void {
    this.fail(this.#idle ? new Error('the connection was idle') : new SmtpTimeout('the server did not answer'));
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#deadline.clear();
    const error = this.#reason();
    const expected = this.#expected;
    this.#expected = [];
    for (const { onLost } of expected) onLost?.(error);
    this.onClosed(error);
  }

  #reason(): Error {
    return this.#error ?? new Error('the server closed the connection');
  }
}
