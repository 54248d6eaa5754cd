import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { Deadline } from './deadline.js';
import { ReplyParser, SmtpProtocolError } from './reply.js';
import type { SmtpReply } from './reply.js';

/** The server, or the network, took too long. */
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
 * One connection as commands and replies: replies come in the order of what was asked (RFC 2920 section 3.1), so whoever
 * writes a command registers what shall happen with its reply, before or in the same turn.
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

  /** Called once, when the connection is gone, with the reason. */
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

  /** Writes and tells when the network has taken it; not at all when the connection breaks first. */
  writeThen(data: Buffer, then: () => void): void {
    this.#socket.write(data, (error) => {
      if (!error && !this.#closed) then();
    });
  }

  /** The next reply that nobody else waits for goes to `onReply`; the time runs from when it is its turn. */
  expect(timeout: number, onReply: (reply: SmtpReply) => void, onLost?: (error: Error) => void): void {
    this.#idle = false;
    this.#expected.push({ onReply, onLost, timeout });
    if (this.#expected.length === 1) this.#deadline.set(timeout);
  }

  /** {@link expect} as a promise; rejects when the connection is lost first. */
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

  /** There was progress: the reply that is being waited for may take its full time again. */
  progress(): void {
    const [next] = this.#expected;
    if (next) this.#deadline.set(next.timeout);
  }

  /** Nothing is asked; the connection ends when that lasts longer than this. */
  rest(timeout: number): void {
    this.#idle = true;
    this.#deadline.set(timeout);
  }

  /**
   * Goes on under TLS (RFC 3207). What the server sent behind its agreement, before there was any encryption, was not
   * necessarily sent by the server, and ends the connection.
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

  /** Ends the connection at once for the reason given, which is returned. */
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
      // Mostly a 421: the server has waited long enough for us and closes.
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
