const LF = 0x0a;
const CR = 0x0d;
const CAPITAL_F = 0x46;
const GREATER = 0x3e;
const CRLF = Buffer.from('\r\n');
const NONE = Buffer.alloc(0);

/** Of a line that may separate messages; longer ones are text. */
const SEPARATOR_MAX = 1_000;
/** A line without an end is passed on in pieces of this size. */
const PIECE = 1_048_576;

const FIELD = /^(?:[!-9;-~]+[ \t]*:|>From )/;
/** As `asctime` writes it, with a zone before or after the year. */
const DATED =
  /^From \S.* [A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}(?::\d{2})?(?: [A-Z0-9+-]+)*(?: \d{4})(?: [A-Z0-9+-]+)?\s*$/;

/** A message of a mailbox file. */
export interface MboxMessage {
  /** With CRLF at the ends of its lines; null if it is larger than a message may be. */
  raw: Buffer | null;
  /** Where the next one begins. */
  end: number;
}

/**
 * Cuts a mailbox file into messages, in memory for one of them. Read are mboxrd and mboxo, whose quoted `>From ` loses a `>`,
 * with CRLF or LF. A line separates messages if it begins with `From `, a header field follows it, and it comes after a blank
 * line or ends with a date.
 */
export class MboxSplitter {
  readonly #maxBytes: number;
  /** Where the data that is pushed next begins. */
  #at: number;
  #rest: Buffer = NONE;
  #isInLine = false;
  /** A line that separates if the next one is a header field. */
  #separator: { line: Buffer; start: number } | undefined;
  #isFirstLine = true;
  #isAfterBlank = true;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isOpen = false;

  /** @param start where in the file the first separator is */
  constructor(maxBytes: number, start = 0) {
    this.#maxBytes = maxBytes;
    this.#at = start;
  }

  /** Takes the next piece of the file; yields the messages that end in it. */
  *push(chunk: Buffer): Generator<MboxMessage> {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let from = 0;
    for (let end = data.indexOf(LF); end >= 0; end = data.indexOf(LF, from)) {
      const isFull = end > from && data[end - 1] === CR;
      const message = this.#line(data.subarray(from, isFull ? end - 1 : end), this.#at + from);
      if (message) yield message;
      from = end + 1;
    }
    if (data.length - from > PIECE) {
      const message = this.#piece(data.subarray(from));
      if (message) yield message;
      from = data.length;
    }
    this.#at += from;
    this.#rest = from < data.length ? Buffer.from(data.subarray(from)) : NONE;
  }

  /** The last message, if there is one. */
  *end(): Generator<MboxMessage> {
    if (this.#rest.length > 0) {
      const message = this.#line(this.#rest, this.#at);
      if (message) yield message;
      this.#at += this.#rest.length;
      this.#rest = NONE;
    }
    this.#keepSeparator();
    if (this.#isOpen) yield this.#finish(this.#at);
  }

  /** A whole line, or the end of one whose beginning was passed on. */
  #line(line: Buffer, start: number): MboxMessage | undefined {
    if (this.#isInLine) {
      this.#isInLine = false;
      this.#add(line);
      this.#add(CRLF);
      this.#isAfterBlank = false;
      return undefined;
    }
    const finished = this.#passSeparator(line);
    if (this.#maySeparate(line)) {
      this.#separator = { line: Buffer.from(line), start };
    } else {
      this.#add(unquoted(line));
      this.#add(CRLF);
    }
    this.#isFirstLine = false;
    this.#isAfterBlank = line.length === 0;
    return finished;
  }

  /** A part of a line that is too long to wait for its end. */
  #piece(bytes: Buffer): MboxMessage | undefined {
    const finished = this.#isInLine ? undefined : this.#passSeparator(bytes);
    this.#add(Buffer.from(bytes));
    this.#isInLine = true;
    this.#isFirstLine = false;
    return finished;
  }

  #maySeparate(line: Buffer): boolean {
    if (line[0] !== CAPITAL_F || line.length > SEPARATOR_MAX || line.subarray(0, 5).toString('latin1') !== 'From ')
      return false;
    return this.#isFirstLine || this.#isAfterBlank || DATED.test(line.toString('latin1'));
  }

  /** Ends the message before a separator, if the line after that says that it is one. */
  #passSeparator(next: Buffer): MboxMessage | undefined {
    const separator = this.#separator;
    if (!separator) return undefined;
    if (!FIELD.test(next.subarray(0, 200).toString('latin1')) && this.#isOpen) {
      this.#keepSeparator();
      return undefined;
    }
    this.#separator = undefined;
    const finished = this.#isOpen ? this.#finish(separator.start) : undefined;
    this.#isOpen = true;
    return finished;
  }

  /** The line was text. */
  #keepSeparator(): void {
    const separator = this.#separator;
    this.#separator = undefined;
    if (!separator) return;
    this.#add(separator.line);
    this.#add(CRLF);
  }

  #add(bytes: Buffer): void {
    if (!this.#isOpen) return;
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes + CRLF.length) this.#parts = [];
    else this.#parts.push(bytes);
  }

  #finish(end: number): MboxMessage {
    // The blank line before a separator belongs to the file.
    if (this.#parts.at(-1) === CRLF && this.#parts.at(-2)?.length === 0) {
      this.#parts.pop();
      this.#bytes -= CRLF.length;
    }
    const raw = this.#bytes > this.#maxBytes ? null : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    return { raw, end };
  }
}

/** A line that the file had quoted, so that it was no separator. */
function unquoted(line: Buffer): Buffer {
  if (line[0] !== GREATER) return line;
  let quotes = 1;
  while (line[quotes] === GREATER) quotes += 1;
  return line.subarray(quotes, quotes + 5).toString('latin1') === 'From ' ? line.subarray(1) : line;
}
