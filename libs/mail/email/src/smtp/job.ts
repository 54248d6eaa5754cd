import { Buffer, isAscii } from 'node:buffer';
import type { SmtpCapabilities } from './capabilities.js';
import { SmtpFailure } from './failure.js';
import { isPath } from './path.js';
import { toXtext } from './xtext.js';

/** The envelope of RFC 5321 section 2.3.1, with one recipient. */
export interface SmtpEnvelope {
  /** The return path; empty for the null sender of bounces. */
  from: string;
  to: string;
}

export interface SmtpMessage {
  envelope: SmtpEnvelope;
  /** Not dot-stuffed. Bare line breaks become CRLF. */
  message: Buffer;
  /**
   * Asks the server for reports of success, failure and delay, if it offers that (RFC 3461), with this id: up to 100
   * characters of ASCII. A report of success is the only proof of a delivery.
   */
  reportsAs?: string;
}

/** The server accepted the message. */
export interface SmtpReceipt {
  code: number;
  enhanced?: string;
  /** On one line without control characters, as `250 2.0.0 queued as 4F1`. */
  response: string;
}

/** How often a message is moved to another connection because its own was lost before the message was sent. */
const MAX_MOVES = 3;

const NOT_ASCII = /[^\0-\x7f]/;

/** One message to send, with the functions that resolve its promise. */
export class SmtpJob {
  readonly message: Buffer;
  readonly #envelope: SmtpEnvelope;
  readonly #eightBit: boolean;
  readonly #utf8: boolean;
  readonly #reportsAs: string | undefined;
  #moves = 0;

  /** @throws SmtpFailure for an address that is invalid in a command */
  constructor(
    { envelope, message, reportsAs }: SmtpMessage,
    readonly resolve: (receipt: SmtpReceipt) => void,
    readonly reject: (failure: SmtpFailure) => void,
  ) {
    if (envelope.from !== '') assertPath('sender', '5.1.7', envelope.from);
    assertPath('recipient', '5.1.3', envelope.to);
    this.message = message;
    this.#envelope = envelope;
    this.#reportsAs = reportsAs;
    this.#eightBit = !isAscii(message);
    this.#utf8 =
      NOT_ASCII.test(envelope.from) || NOT_ASCII.test(envelope.to) || (this.#eightBit && !hasAsciiHeaders(message));
  }

  /** Counts a move to another connection; false if there were too many. */
  tryMove(): boolean {
    return ++this.#moves <= MAX_MOVES;
  }

  /** A permanent failure if the server lacks a capability that the message needs. */
  unsupportedBy({ maxSize, eightBitMime, smtpUtf8 }: SmtpCapabilities): SmtpFailure | undefined {
    if (maxSize > 0 && this.message.length > maxSize) {
      return permanent(552, '5.3.4', 'the message is larger than the server accepts');
    }
    // RFC 6531 section 3.2: a server with SMTPUTF8 also accepts 8-bit content.
    if (this.#utf8) return smtpUtf8 ? undefined : permanent(553, '5.6.7', 'the server does not support SMTPUTF8');
    return this.#eightBit && !eightBitMime
      ? permanent(554, '5.6.3', 'the server does not support 8BITMIME')
      : undefined;
  }

  /** With the parameters that the message needs and the server supports. */
  mailCommand({ size, eightBitMime, dsn }: SmtpCapabilities): string {
    const declared = size ? ` SIZE=${this.message.length}` : '';
    const body = this.#eightBit && eightBitMime ? ' BODY=8BITMIME' : '';
    const reports = dsn && this.#reportsAs !== undefined ? ` RET=HDRS ENVID=${toXtext(this.#reportsAs)}` : '';
    return `MAIL FROM:<${this.#envelope.from}>${declared}${body}${this.#utf8 ? ' SMTPUTF8' : ''}${reports}\r\n`;
  }

  rcptCommand({ dsn }: SmtpCapabilities): string {
    const { to } = this.#envelope;
    if (!dsn || this.#reportsAs === undefined) return `RCPT TO:<${to}>\r\n`;
    // An address beyond ASCII needs another notation (RFC 6533), and the report names it anyway.
    const original = NOT_ASCII.test(to) ? '' : ` ORCPT=rfc822;${toXtext(to)}`;
    return `RCPT TO:<${to}> NOTIFY=SUCCESS,FAILURE,DELAY${original}\r\n`;
  }
}

function assertPath(what: string, enhanced: string, address: string): void {
  if (!isPath(address)) {
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
