import type { ContentDecoder } from './decoders.js';

const NONE = Buffer.alloc(0);
/** A line that goes on beyond this is not waited for. */
const LINE_MAX = 1_000;
/** Data is all that follows an end of it, once this much has no other look (characters). */
const DOUBT_MAX = 8_192;
/** Words are shorter. */
const WORD_MAX = 16;
/** The share of a line that may be something beside base64. */
const JUNK_SHARE = 0.1;

/** Whole lines of it. */
const PLAIN = /^(?:[A-Za-z0-9+/]+\r?\n)*$/;
const PURE = /^[A-Za-z0-9+/]+={0,3}$/;

/**
 * Decodes base64, line by line. What is no base64 in a line is left out, as RFC 2045, 6.8 asks. After padding or a blank line
 * more data may come, of a program that encodes in chunks, or text that a mailing list added, which is not decoded. Content that
 * is no base64 from its first line on is taken as it is.
 */
export class Base64Decoder implements ContentDecoder {
  #mode: 'start' | 'data' | 'doubt' | 'over' | 'identity' = 'start';
  /** The beginning of a line that is to go on. */
  #line = '';
  /** True if the line goes on that is being read, of which pieces are decoded. */
  #isInLine = false;
  #carried = '';
  /** Lines after an end of the data that may be data. */
  #doubtful: string[] = [];
  #doubt = 0;
  #out: Buffer[] = [];

  write(bytes: Buffer): Buffer {
    if (this.#mode === 'over') return NONE;
    if (this.#mode === 'identity') return bytes;
    const text = this.#line + bytes.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(0, end);
    this.#line = text.slice(end);
    if (this.#mode === 'data' && !this.#isInLine && PLAIN.test(lines)) this.#add(lines.replaceAll(/\r?\n/g, ''));
    else for (let from = 0; from < end;) from = this.#passLine(lines, from);
    this.#passRest();
    return this.#taken();
  }

  end(): Buffer {
    if (this.#line !== '') this.#readLine(this.#line);
    this.#line = '';
    if (this.#mode === 'doubt') this.#believe();
    this.#flush();
    return this.#taken();
  }

  /** A line that is not at its end is waited for, unless it is long. */
  #passRest(): void {
    if (this.#mode === 'identity') {
      this.#out.push(Buffer.from(this.#line, 'latin1'));
      this.#line = '';
    } else if (this.#line.length > LINE_MAX) {
      this.#readLine(this.#line);
      this.#isInLine = true;
      this.#line = '';
    }
  }

  #passLine(lines: string, from: number): number {
    const end = lines.indexOf('\n', from);
    const line = lines.slice(from, end);
    if (this.#mode === 'identity') this.#out.push(Buffer.from(`${line}\n`, 'latin1'));
    else this.#readLine(line, '\n');
    this.#isInLine = false;
    return end + 1;
  }

  #readLine(line: string, ending = ''): void {
    if (this.#mode === 'over') return;
    const text = line.trim();
    if (this.#mode === 'doubt') this.#doubtLine(text);
    else if (text === '') this.#blank();
    else if (this.#isInLine || isBase64(text)) this.#data(text);
    else if (this.#mode === 'start') {
      this.#mode = 'identity';
      this.#out.push(Buffer.from(line + ending, 'latin1'));
    } else this.#mode = 'over';
  }

  #blank(): void {
    if (this.#mode === 'data' && !this.#isInLine) this.#mode = 'doubt';
  }

  /** Each run of padding ends a chunk. */
  #data(text: string): void {
    this.#mode = 'data';
    const chunks = text.replaceAll(/[^A-Za-z0-9+/=]+/g, '').split(/=+/);
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0) this.#flush();
      this.#add(chunk);
    }
    if (chunks.length > 1 && chunks.at(-1) === '') this.#mode = 'doubt';
  }

  #doubtLine(text: string): void {
    if (text === '') return;
    const isData = PURE.test(text) && (text.length % 4 === 0 || text.length > WORD_MAX);
    if (!isData) {
      this.#mode = 'over';
      this.#doubtful = [];
      return;
    }
    this.#doubtful.push(text);
    this.#doubt += text.length;
    if (this.#doubt > DOUBT_MAX) this.#believe();
  }

  #believe(): void {
    this.#mode = 'data';
    const lines = this.#doubtful;
    [this.#doubtful, this.#doubt] = [[], 0];
    for (const line of lines) this.#data(line);
  }

  #add(characters: string): void {
    const text = this.#carried + characters;
    const whole = text.length - (text.length % 4);
    this.#carried = text.slice(whole);
    if (whole > 0) this.#out.push(Buffer.from(text.slice(0, whole), 'base64'));
  }

  #flush(): void {
    if (this.#carried !== '') this.#out.push(Buffer.from(this.#carried, 'base64'));
    this.#carried = '';
  }

  #taken(): Buffer {
    const out = this.#out;
    this.#out = [];
    return out.length === 1 ? out[0]! : Buffer.concat(out);
  }
}

function isBase64(text: string): boolean {
  if (PURE.test(text)) return true;
  const words = text.split(/[ \t]+/);
  if (words.length > 1)
    return words.every((word, index) => PURE.test(word) && (word.length >= WORD_MAX || index === words.length - 1));
  const junk = text.replaceAll(/[A-Za-z0-9+/=]+/g, '').length;
  return junk <= text.length * JUNK_SHARE;
}
