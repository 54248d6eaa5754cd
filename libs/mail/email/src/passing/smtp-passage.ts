import { Buffer, isAscii } from 'node:buffer';
import { isIPv6 } from 'node:net';
import { SmtpRejection } from '../listener/smtp-rejection.js';
import type { SmtpTransaction } from '../listener/smtp-receiver.js';
import { SmtpChannel } from '../smtp/channel.js';
import { openSocket } from '../smtp/handshake.js';
import { isPath } from '../smtp/path.js';
import type { SmtpReply } from '../smtp/reply.js';
import { toXtext } from '../smtp/xtext.js';
import { DotStuffing } from './dot-stuffing.js';

export interface PassageOptions {
  host: string;
  port: number;
  /** The name by which this server greets the other one. */
  name: string;
  timeouts?: Partial<PassageTimeouts>;
}

/** All in milliseconds. */
export interface PassageTimeouts {
  connect: number;
  /** For the answer to any command. */
  command: number;
  /** For any progress of the content, and for its answer. */
  content: number;
}

const TIMEOUTS: PassageTimeouts = { connect: 5_000, command: 15_000, content: 60_000 };
const GOODBYE_MS = 2_000;
const CLOSING = 421;

/** The other server is away, slow or does not trust this one: the client comes back. */
export class PassageLost extends SmtpRejection {
  constructor(override readonly cause: unknown) {
    super(451, '4.4.1 The server that takes this mail is not available, come back later');
  }
}

/**
 * A message that a client is handing in to this server, and that another one takes, whose answers the client gets word for word. The other
 * server trusts this one to say for which client it comes (XCLIENT). Nothing is kept here.
 */
export class SmtpPassage {
  /** How many recipients the other server has accepted. */
  accepted = 0;
  readonly #timeouts: PassageTimeouts;
  #isInContent = false;
  #isClosed = false;

  private constructor(
    private readonly channel: SmtpChannel,
    private readonly transaction: SmtpTransaction,
    timeouts: PassageTimeouts,
  ) {
    this.#timeouts = timeouts;
    const close = (): void => this.close();
    transaction.ended.addEventListener('abort', close, { once: true });
    if (transaction.ended.aborted) close();
  }

  /** Connects, and names the client and the sender. It ends with the transaction. @throws SmtpRejection */
  static async open({ name, timeouts, ...server }: PassageOptions, transaction: SmtpTransaction): Promise<SmtpPassage> {
    const limits = { ...TIMEOUTS, ...timeouts };
    const settings = { ...server, implicitTls: false, tlsOptions: {}, timeouts: limits };
    const socket = await openSocket(settings, transaction.ended).catch((error: unknown) => {
      throw new PassageLost(error);
    });
    const passage = new SmtpPassage(new SmtpChannel(socket), transaction, limits);
    try {
      await passage.#begin(name);
      return passage;
    } catch (error) {
      passage.close();
      throw error;
    }
  }

  /** Returns undefined if the other server accepts the recipient, or else its answer. @throws PassageLost */
  async rejectRecipient(address: string): Promise<SmtpRejection | undefined> {
    if (!isPath(address)) return new SmtpRejection(501, '5.1.3 The address is not one');
    const reply = await this.#command(`RCPT TO:<${address}>`);
    if (!reply.positive) return rejectionOf(reply);
    this.accepted += 1;
    return undefined;
  }

  /**
   * Passes the content on while it is read. Resolves with the text of the other server's answer once that has taken the message.
   * @throws SmtpRejection, and what reading the content throws: then the other server has no message
   */
  async send(content: AsyncIterable<Buffer>): Promise<string> {
    try {
      const ready = await this.#command('DATA');
      if (ready.code !== 354) throw rejectionOf(ready);
      const reply = await this.#stream(content);
      if (!reply.positive) throw rejectionOf(reply);
      return textOf(reply);
    } finally {
      this.close();
    }
  }

  /** Ends the connection; in the middle of the content at once, so that the other server has no message. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const end = () => this.channel.fail(new Error('the message was passed on or given up'));
    if (this.#isInContent) end();
    else void this.channel.command('QUIT', GOODBYE_MS).then(end, end);
  }

  async #begin(name: string): Promise<void> {
    const { clientName, from } = this.transaction;
    require2xx('greeting', await this.#reply(this.#timeouts.command));
    require2xx('EHLO', await this.#command(`EHLO ${name}`));
    require2xx('XCLIENT', await this.#command(`XCLIENT ${this.#client()}`));
    require2xx('EHLO', await this.#command(`EHLO ${clientName}`));
    if (from !== '' && !isPath(from)) throw new SmtpRejection(501, '5.1.7 The address of the sender is not one');
    const reply = await this.#command(`MAIL FROM:<${from}>${this.#declared()}`);
    if (!reply.positive) throw rejectionOf(reply);
  }

  #client(): string {
    const { remoteAddress, remotePort, clientName } = this.transaction;
    const address = isIPv6(remoteAddress) ? `IPV6:${remoteAddress}` : remoteAddress;
    const name = isAscii(Buffer.from(clientName)) ? ` HELO=${toXtext(clientName)}` : '';
    return `ADDR=${address} PORT=${remotePort} PROTO=ESMTP${name}`;
  }

  #declared(): string {
    const { declaredBytes, eightBitMime, smtpUtf8 } = this.transaction;
    const size = declaredBytes === undefined ? '' : ` SIZE=${declaredBytes}`;
    return `${size}${eightBitMime ? ' BODY=8BITMIME' : ''}${smtpUtf8 ? ' SMTPUTF8' : ''}`;
  }

  async #stream(content: AsyncIterable<Buffer>): Promise<SmtpReply> {
    this.#isInContent = true;
    const stuffing = new DotStuffing();
    let isAnswered = false;
    const answer = this.#reply(this.#timeouts.content).finally(() => (isAnswered = true));
    answer.catch(() => undefined);
    for await (const chunk of content) {
      if (isAnswered) return requireRefusal(await answer);
      this.channel.progress();
      const written = new Promise<void>((done) => this.channel.writeThen(stuffing.next(chunk), done));
      await Promise.race([written, answer]);
    }
    if (isAnswered) return requireRefusal(await answer);
    this.channel.progress();
    this.channel.write(stuffing.end());
    const reply = await answer;
    this.#isInContent = false;
    return reply;
  }

  async #command(line: string): Promise<SmtpReply> {
    const reply = this.#reply(this.#timeouts.command);
    this.channel.write(`${line}\r\n`);
    return reply;
  }

  async #reply(timeout: number): Promise<SmtpReply> {
    try {
      return await this.channel.reply(timeout);
    } catch (error) {
      throw new PassageLost(error);
    }
  }
}

function require2xx(what: string, reply: SmtpReply): void {
  if (!reply.positive) throw new PassageLost(new Error(`${what}: ${reply.text}`));
}

/** Returns an answer that came before the end of the content: only a refusal can. @throws PassageLost */
function requireRefusal(reply: SmtpReply): SmtpReply {
  if (reply.code < 400) throw new PassageLost(new Error(`an answer in the middle: ${reply.text}`));
  return reply;
}

/** The answer as ours. With 421 the other server closes its connection, not this one. */
function rejectionOf(reply: SmtpReply): SmtpRejection {
  if (reply.code < 400) return new PassageLost(new Error(`unexpected: ${reply.text}`));
  return new SmtpRejection(reply.code === CLOSING ? 451 : reply.code, textOf(reply));
}

const textOf = ({ lines }: SmtpReply): string => lines.join(' ').trim();
