import type { SMTPServerDataStream } from 'smtp-server';
import type { Sender } from '#libs/core/networks';
import { BareControls } from './bare-controls.js';
import { IncomingHeader } from './incoming-header.js';
import { SmtpRejection } from './smtp-rejection.js';
import { LoneDots } from './lone-dots.js';

/** The code of an answer with which the server closes the connection. */
export const CLOSING = 421;

export interface IncomingLimits {
  maxBytes: number;
  /** Rejects bare CR, bare LF and NUL wherever they stand. */
  rejectsBareControls: boolean;
  /** Counts bytes of the peer and returns whether they are allowed. */
  allowsBytes(bytes: number): boolean;
  /** Closes the connection. */
  cut(): void;
  onRejected(reason: 'rate' | 'size'): void;
}

/**
 * A message while it arrives. Its receiver reads it at its own speed and once; what the receiver leaves is dropped, so that the
 * client gets its answer. The connection is closed if the message is too large and its peer over its limit of bytes.
 */
export class IncomingContent implements AsyncIterable<Buffer> {
  private bytes = 0;
  private rejection: SmtpRejection | undefined;
  private readonly loneDots = new LoneDots();
  private readonly header = new IncomingHeader();
  private readonly controls = new BareControls();

  constructor(
    private readonly stream: SMTPServerDataStream,
    private readonly limits: IncomingLimits,
  ) {}

  /** @throws SmtpRejection if the message is rejected or the client goes away */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    for await (const chunk of this.chunks()) {
      this.check(chunk);
      this.throwIfRejected();
      yield chunk;
    }
  }

  /** Drops what is left. @throws SmtpRejection if the message is rejected */
  async drain(): Promise<void> {
    if (!this.stream.readableEnded) for await (const chunk of this.chunks()) this.check(chunk);
    this.throwIfRejected();
  }

  /** For a watch of its pace: ends the message where it is, with a rejection that closes the connection. */
  asSender(): Sender {
    return {
      bytes: () => this.bytes,
      isAwaited: () => this.stream.readableLength === 0,
      isDone: () => this.stream.readableEnded || this.stream.destroyed,
      cutOff: () => {
        this.rejection = new SmtpRejection(CLOSING, '4.4.2 The message comes too slowly');
        this.limits.onRejected('rate');
        this.stream.destroy(this.rejection);
      },
    };
  }

  /** Reading stops without destroying the stream: smtp-server waits for its end. */
  private async *chunks(): AsyncGenerator<Buffer, void> {
    try {
      yield* this.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    } catch {
      throw this.rejection ?? new SmtpRejection(451, '4.4.2 The connection was lost');
    }
  }

  private check(chunk: Buffer): void {
    this.bytes += chunk.length;
    const isAllowed = this.limits.allowsBytes(chunk.length);
    const isTooLarge = this.bytes > this.limits.maxBytes;
    if (isTooLarge && !isAllowed) this.limits.cut();
    if (this.rejection) return;
    if (isTooLarge) this.reject(new SmtpRejection(552, '5.3.4 The message is too large'), 'size');
    else if (!isAllowed) this.reject(tooMuchMail(), 'rate');
    else this.checkText(chunk);
  }

  private checkText(chunk: Buffer): void {
    const fault = this.header.faultIn(chunk);
    if (fault === 'too large') this.reject(headerTooLarge(), 'size');
    else if (fault === 'bare CR') this.rejection = malformed('The header has a CR that ends no line');
    else if (this.limits.rejectsBareControls && this.controls.found(chunk))
      this.rejection = malformed('Lines end with CR LF, and a message has no other CR or LF and no NUL');
    else if (this.loneDots.found(chunk))
      this.rejection = malformed('Lines end with CR LF, and this message hides its end');
  }

  private reject(rejection: SmtpRejection, reason: 'rate' | 'size'): void {
    this.rejection = rejection;
    this.limits.onRejected(reason);
  }

  private throwIfRejected(): void {
    if (this.rejection) throw this.rejection;
  }
}

const malformed = (text: string): SmtpRejection => new SmtpRejection(554, `5.6.0 ${text}`);

const headerTooLarge = (): SmtpRejection =>
  new SmtpRejection(552, '5.3.4 The header is larger than 64 KiB or 1,000 lines');

export const tooMuchMail = (): SmtpRejection =>
  new SmtpRejection(450, '4.7.1 Too much mail in a minute, come back later');
