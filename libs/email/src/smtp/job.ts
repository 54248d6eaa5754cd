import { Buffer, isAscii } from 'node:buffer';
import type { SmtpCapabilities } from './capabilities.js';
import { SmtpFailure } from './failure.js';

/** RFC 5321 section 2.3.1: who answers for the message, and where this copy of it goes. */
export interface SmtpEnvelope {
  /** The return path; empty for the null sender of bounces. */
  from: string;
  to: string;
}

export interface SmtpMessage {
  envelope: SmtpEnvelope;
  /** In CRLF lines and not dot-stuffed; bare line breaks are corrected. */
  message: Buffer;
}

/** The server's word that the message is its own now. */
export interface SmtpReceipt {
  code: number;
  enhanced?: string;
  /** On one line without control characters, as `250 2.0.0 queued as 4F1`. */
  response: string;
}

/** How often a message is given to another connection because its own one died before it was sent. */
const MAX_MOVES = 3;

/** `local@domain` with nothing in it that could end the command or the path early. */
const PATH =
  // eslint-disable-next-line no-control-regex -- refusing control characters is what it is for
  /^(?:[^\0-\x20\x7f-\xa0\u2028\u2029<>"@]+|"(?:[^\0-\x1f\x7f-\x9f"\\]|\\[\x20-\x7e])*")@[^\0-\x20\x7f-\xa0\u2028\u2029<>"@]+$/;
const NOT_ASCII = /[^\0-\x7f]/;

/** One message on its way: what was asked, and how to answer. */
export class SmtpJob {
  readonly message: Buffer;
  readonly #envelope: SmtpEnvelope;
  readonly #eightBit: boolean;
  readonly #utf8: boolean;
  #moves = 0;

  /** Throws SmtpFailure for an address that cannot stand in a command. */
  constructor(
    { envelope, message }: SmtpMessage,
    readonly resolve: (receipt: SmtpReceipt) => void,
    readonly reject: (failure: SmtpFailure) => void,
  ) {
    if (envelope.from !== '') refuseBadPath('sender', '5.1.7', envelope.from);
    refuseBadPath('recipient', '5.1.3', envelope.to);
    this.message = message;
    this.#envelope = envelope;
    this.#eightBit = !isAscii(message);
    this.#utf8 =
      NOT_ASCII.test(envelope.from) || NOT_ASCII.test(envelope.to) || (this.#eightBit && !hasAsciiHeaders(message));
  }

  /** Asked when a connection died under the message; false when that has happened too often. */
  mayMove(): boolean {
    return ++this.#moves <= MAX_MOVES;
  }

  /** Why this server cannot take this message, if so; always permanent. */
  unsupportedBy({ maxSize, eightBitMime, smtpUtf8 }: SmtpCapabilities): SmtpFailure | undefined {
    if (maxSize > 0 && this.message.length > maxSize) {
      return permanent(552, '5.3.4', 'the message is larger than the server accepts');
    }
    // RFC 6531 section 3.2: a server with SMTPUTF8 takes 8-bit content too.
    if (this.#utf8) return smtpUtf8 ? undefined : permanent(553, '5.6.7', 'the server does not support SMTPUTF8');
    return this.#eightBit && !eightBitMime
      ? permanent(554, '5.6.3', 'the server does not support 8BITMIME')
      : undefined;
  }

  /** With the parameters that this message needs and this server announced. */
  mailCommand({ size, eightBitMime }: SmtpCapabilities): string {
    const declared = size ? ` SIZE=${this.message.length}` : '';
    const body = this.#eightBit && eightBitMime ? ' BODY=8BITMIME' : '';
    return `MAIL FROM:<${this.#envelope.from}>${declared}${body}${this.#utf8 ? ' SMTPUTF8' : ''}\r\n`;
  }

  rcptCommand(): string {
    return `RCPT TO:<${this.#envelope.to}>\r\n`;
  }
}

function refuseBadPath(what: string, enhanced: string, address: string): void {
  if (address.length > 254 || Buffer.byteLength(address) > 254 || !PATH.test(address)) {
    throw permanent(501, enhanced, `the ${what}'s address is not one`);
  }
}

function hasAsciiHeaders(message: Buffer): boolean {
  const end = message.indexOf('\r\n\r\n');
  return isAscii(end < 0 ? message : message.subarray(0, end));
}

function permanent(code: number, enhanced: string, response: string): SmtpFailure {
  return new SmtpFailure(`${code} ${enhanced} ${response}`, { kind: 'permanent', code, enhanced });
}
