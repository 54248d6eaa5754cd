import { Buffer } from 'node:buffer';

/** RFC 5321 section 4.5.3.1.5 allows 512 octets; some servers write longer lines. */
const MAX_LINE = 4096;
/** The longest replies are those to EHLO, with a line for each extension. */
const MAX_LINES = 128;
/** Characters of a reply that are kept for logs and timelines. */
const MAX_TEXT = 1000;

/** One complete reply (RFC 5321 section 4.2), of one line or several. */
export class SmtpReply {
  constructor(
    readonly code: number,
    /** The lines without code and separator. */
    readonly lines: readonly string[],
  ) {}

  get positive(): boolean {
    return this.code < 300;
  }

  /** The enhanced status code (RFC 3463), if there is one of the same class as the reply code. */
  get enhanced(): string | undefined {
    const found = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/.exec(this.lines[0] ?? '');
    return found && Number(found[1]) === Math.floor(this.code / 100) ? found[0] : undefined;
  }

  /** The reply on one line, such as `550 5.1.1 no such user`: no control characters, at most 1,000 characters. */
  get text(): string {
    const text = `${this.code} ${this.lines.join(' ')}`.trim();
    const readable = /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
    // eslint-disable-next-line no-control-regex -- replies are written to logs and to the database
    return readable.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').slice(0, MAX_TEXT);
  }
}

/** The server sent something that is not SMTP; the connection must be closed. */
export class SmtpProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SmtpProtocolError';
  }
}

/** Splits the received data into replies. Buffers no more than the longest allowed reply. */
export class ReplyParser {
  #rest = '';
  #lines: string[] = [];
  #code = 0;

  /** True while a reply is incomplete. */
  get pending(): boolean {
    return this.#rest !== '' || this.#lines.length > 0;
  }

  /** The replies that this chunk completes. @throws SmtpProtocolError for an invalid or too long reply */
  push(chunk: Buffer): SmtpReply[] {
    const text = this.#rest + chunk.toString('latin1');
    const replies: SmtpReply[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const reply = this.#line(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      if (reply) replies.push(reply);
      start = end + 1;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length > MAX_LINE) throw new SmtpProtocolError('the server sent a line that does not end');
    return replies;
  }

  #line(line: string): SmtpReply | undefined {
    const code = replyCode(line);
    if (line.length > MAX_LINE || code === undefined || (this.#lines.length > 0 && code !== this.#code)) {
      throw new SmtpProtocolError('the server sent a line that is no SMTP reply');
    }
    if (this.#lines.length >= MAX_LINES) throw new SmtpProtocolError('the server sent a reply that does not end');
    this.#code = code;
    this.#lines.push(line.slice(4));
    if (line[3] === '-') return undefined;
    const reply = new SmtpReply(code, this.#lines);
    this.#lines = [];
    return reply;
  }
}

function replyCode(line: string): number | undefined {
  const separator = line[3];
  if (separator !== undefined && separator !== ' ' && separator !== '-') return undefined;
  const [first, second, third] = [line.charCodeAt(0) - 48, line.charCodeAt(1) - 48, line.charCodeAt(2) - 48];
  const valid = first >= 2 && first <= 5 && second >= 0 && second <= 9 && third >= 0 && third <= 9;
  return valid ? first * 100 + second * 10 + third : undefined;
}
