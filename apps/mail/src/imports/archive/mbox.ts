const LF = 0x0a;
const CR = 0x0d;
const CAPITAL_F = 0x46;
const GREATER = 0x3e;
const CRLF = Buffer.from('\r\n');
const NONE = Buffer.alloc(0);

/** Longest line that may separate messages; longer ones are text. */
const SEPARATOR_MAX = 1_000;
/** A line without an end is passed on in pieces of this size. */
const PIECE = 1_048_576;

const FIELD = /^(?:[!-9;-~]+[ \t]*:|>From )/;
/** Date in the form of `asctime`, with a zone before or after the year. */
const DATED =
  /^From \S.* [A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}(?::\d{2})?(?: [A-Z0-9+-]+)*(?: \d{4})(?: [A-Z0-9+-]+)?\s*$/;
/** Separator without a date, or with one of another form: an address, then words of dates alone. Text has other words. */
const ADDRESSED =
  /^From (?:\S*@\S*|-|MAILER-DAEMON|\S+(?= .*\d:\d))(?: +(?:[A-Z][a-z]{2},?|\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?|[+-]\d{4}|[A-Z]{1,5}|\d{4}-\d{2}-\d{2}\S*|remote|from|\S+@\S+)){0,12}\s*$/;
const CONTENT_LENGTH = /^Content-Length:\s*(\d{1,12})\s*$/i;
/** The beginning of what follows a body whose length is right: the next message, or nothing. */
const AFTER_BODY = /^(?:\r?\n){0,3}(?:From |$)/;
/** Bytes by which that is seen. */
const LOOK_AHEAD = 12;

/** A message of a mailbox file. */
export interface MboxMessage {
  /** Bytes with CRLF at the ends of lines; null if they are more than a message may have. */
  raw: Buffer | null;
  /** The line before it. */
  separator: string;
  /** Offset at which the next message begins. */
  end: number;
}

/**
 * Cuts a mailbox file into messages, in memory for one of them. Read are mboxrd and mboxo, whose quoted `>From ` loses a `>`,
 * and mboxcl and mboxcl2, whose messages name the length of their body, with CRLF or LF. A line separates messages if it begins
 * with `From `, a header field follows it, and it ends with a date, or comes after a blank line and has an address alone.
 */
export class MboxSplitter {
  readonly #maxBytes: number;
  /** Offset of the data that is pushed next. */
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
  /** The separator of the message that is open. */
  #opening = '';
  #isInHeader = false;
  /** The length of the body, as the header says. */
  #length: number | undefined;
  /** A body whose length is known, and what came of it so far. */
  #body: { length: number; pieces: Buffer[]; bytes: number } | undefined;

  /** @param start where in the file the first separator is */
  constructor(maxBytes: number, start = 0) {
    this.#maxBytes = maxBytes;
    this.#at = start;
  }

  /** Takes the next piece of the file; yields the messages that end in it. */
  *push(chunk: Buffer): Generator<MboxMessage> {
    if (this.#body) {
      this.#body.pieces.push(Buffer.from(chunk));
      this.#body.bytes += chunk.length;
      if (this.#body.bytes < this.#body.length + LOOK_AHEAD) return;
      yield* this.#lines(this.#passBody(this.#body, false));
    } else yield* this.#lines(this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk);
  }

  *#lines(given: Buffer): Generator<MboxMessage> {
    let data = given;
    this.#rest = NONE;
    let from = 0;
    for (let end = data.indexOf(LF); end >= 0; end = data.indexOf(LF, from)) {
      const isFull = end > from && data[end - 1] === CR;
      const message = this.#line(data.subarray(from, isFull ? end - 1 : end), this.#at + from);
      if (message) yield message;
      from = end + 1;
      const length = this.#bodyLength();
      if (length === undefined) continue;
      const body = { length, pieces: [Buffer.from(data.subarray(from))], bytes: data.length - from };
      this.#at += from;
      if (body.bytes < length + LOOK_AHEAD) {
        this.#body = body;
        return;
      }
      [data, from] = [this.#passBody(body, false), 0];
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
    if (this.#body) yield* this.#lines(this.#passBody(this.#body, true));
    if (this.#rest.length > 0) {
      const message = this.#line(this.#rest, this.#at);
      if (message) yield message;
      this.#at += this.#rest.length;
      this.#rest = NONE;
    }
    if (!this.#isOpen && this.#separator) this.#open();
    this.#keepSeparator();
    if (this.#isOpen) yield this.#finish(this.#at);
  }

  /** The length of the body that begins here; undefined if it is not said, or cannot be right. */
  #bodyLength(): number | undefined {
    const length = this.#length;
    if (this.#isInHeader || length === undefined) return undefined;
    this.#length = undefined;
    return length > 0 && length <= this.#maxBytes ? length : undefined;
  }

  /** Takes a body if its length is right. Returns what is to be read line by line: what follows it, or all of it. */
  #passBody({ length, pieces }: { length: number; pieces: Buffer[] }, isAll: boolean): Buffer {
    this.#body = undefined;
    const data = Buffer.concat(pieces);
    const after = data.subarray(length, length + LOOK_AHEAD).toString('latin1');
    const isWhole = data.length >= length && AFTER_BODY.test(after) && (after !== '' || isAll);
    if (!isWhole) return data;
    this.#add(bodyOf(data.subarray(0, length)));
    this.#isAfterBlank = true;
    this.#at += length;
    return data.subarray(length);
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
    if (this.#isInHeader) this.#headerLine(line);
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
    if (this.#isFirstLine) return true;
    const text = line.toString('latin1');
    return DATED.test(text) || (this.#isAfterBlank && ADDRESSED.test(text));
  }

  #headerLine(line: Buffer): void {
    if (line.length === 0) this.#isInHeader = false;
    const [, digits] = line.length <= SEPARATOR_MAX ? (CONTENT_LENGTH.exec(line.toString('latin1')) ?? []) : [];
    if (digits !== undefined) this.#length ??= Number(digits);
  }

  #open(): void {
    this.#opening = this.#separator?.line.toString('latin1') ?? '';
    this.#separator = undefined;
    [this.#isOpen, this.#isInHeader, this.#length] = [true, true, undefined];
  }

  /** Ends the message before a separator, if the line after that says that it is one. */
  #passSeparator(next: Buffer): MboxMessage | undefined {
    const separator = this.#separator;
    if (!separator) return undefined;
    if (!FIELD.test(next.subarray(0, 200).toString('latin1')) && this.#isOpen) {
      this.#keepSeparator();
      return undefined;
    }
    const finished = this.#isOpen ? this.#finish(separator.start) : undefined;
    this.#open();
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
    return { raw, separator: this.#opening, end };
  }
}

/** A line that the file had quoted, so that it was no separator. */
function unquoted(line: Buffer): Buffer {
  if (line[0] !== GREATER) return line;
  let quotes = 1;
  while (line[quotes] === GREATER) quotes += 1;
  return line.subarray(quotes, quotes + 5).toString('latin1') === 'From ' ? line.subarray(1) : line;
}

/**
 * A body whose length is known, with CRLF at the ends of its lines. A file that knows it need not quote, and does not where it
 * has a line that would separate messages.
 */
function bodyOf(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const isQuoted = !lines.some((line) => line.startsWith('From '));
  return Buffer.from(lines.map((line) => (isQuoted ? line.replace(/^>(?=>*From )/, '') : line)).join('\r\n'), 'latin1');
}
