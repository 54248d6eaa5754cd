import { UuDecoder } from '../decoders/uu-decoder.js';

/** A piece of a text, or of a file in it; they come one after the other. */
export type TextPiece =
  | { kind: 'text'; bytes: Buffer }
  | { kind: 'file'; name: string }
  | { kind: 'content'; bytes: Buffer }
  | { kind: 'end' };

/** Characters of a line that matters; in a longer one nothing begins. */
const LINE_MAX = 500;
const BEGIN = Buffer.from('begin ');
const LF = 0x0a;
const NONE = Buffer.alloc(0);

/**
 * Takes uuencoded files out of a text (`begin 644 name`, lines, `end`), as programs sent them before there was MIME. A line that only begins so is text:
 * the next one must have the length that it says. How the text is cut makes no difference.
 */
export class UuText {
  /** A line that is not whole yet, or a first line of a file whose next line has not come. */
  #held: Buffer = NONE;
  #isLineStart = true;
  #decoder: UuDecoder | undefined;

  *write(bytes: Buffer): Generator<TextPiece> {
    let rest = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#held = NONE;
    while (rest.length > 0) {
      const before = rest.length;
      rest = this.#decoder ? yield* this.#content(rest) : yield* this.#text(rest);
      if (rest.length === before) break;
    }
    this.#held = rest;
  }

  *end(): Generator<TextPiece> {
    const rest = this.#held;
    this.#held = NONE;
    if (this.#decoder) yield* this.#endFile(rest);
    else if (rest.length > 0) yield { kind: 'text', bytes: rest };
  }

  /** Returns what is left: a whole beginning of a file, or lines that are not whole. */
  *#text(bytes: Buffer): Generator<TextPiece, Buffer> {
    const at = this.#beginning(bytes);
    if (at > 0) yield { kind: 'text', bytes: bytes.subarray(0, at) };
    if (at > 0) this.#isLineStart = bytes[at - 1] === LF;
    const rest = bytes.subarray(at);
    const [first, next] = [lineAt(rest, 0), lineAt(rest, lineAt(rest, 0).end)];
    if (!first.isWhole || !next.isWhole) {
      if (rest.length <= 2 * LINE_MAX) return rest;
    } else {
      const name = /^begin [0-7]{3,4} (\S.*?)\s*$/.exec(first.text)?.[1];
      if (name !== undefined && isEncoded(next.text)) {
        this.#decoder = new UuDecoder();
        this.#decoder.write(rest.subarray(0, first.end));
        yield { kind: 'file', name };
        return rest.subarray(first.end);
      }
    }
    if (rest.length === 0) return rest;
    yield { kind: 'text', bytes: rest.subarray(0, first.end) };
    this.#isLineStart = rest[first.end - 1] === LF;
    return rest.subarray(first.end);
  }

  /** Returns the place of a line that may be the first of a file; the end if there is none. */
  #beginning(bytes: Buffer): number {
    if (this.#isLineStart && mayBegin(bytes)) return 0;
    let lf = bytes.indexOf(LF);
    while (lf !== -1) {
      if (mayBegin(bytes.subarray(lf + 1))) return lf + 1;
      const found = bytes.indexOf(BEGIN, lf + 1);
      // The next line break before it, or the last one, behind which a beginning may be cut in two.
      lf = found === -1 ? bytes.lastIndexOf(LF) : bytes.lastIndexOf(LF, found);
      if (found === -1) return mayBegin(bytes.subarray(lf + 1)) ? lf + 1 : bytes.length;
      if (lf + 1 !== found) lf = bytes.indexOf(LF, found);
    }
    return bytes.length;
  }

  *#content(bytes: Buffer): Generator<TextPiece, Buffer> {
    let at = 0;
    while (at < bytes.length) {
      const line = lineAt(bytes, at);
      if (!line.isWhole && bytes.length - at <= LINE_MAX) break;
      if (/^end\s*$/.test(line.text)) {
        yield* this.#endFile(bytes.subarray(0, line.end));
        this.#isLineStart = true;
        return bytes.subarray(line.end);
      }
      at = line.end;
    }
    if (at > 0) yield { kind: 'content', bytes: this.#decoder!.write(bytes.subarray(0, at)) };
    return bytes.subarray(at);
  }

  *#endFile(rest: Buffer): Generator<TextPiece> {
    const decoder = this.#decoder!;
    this.#decoder = undefined;
    yield { kind: 'content', bytes: Buffer.concat([decoder.write(rest), decoder.end()]) };
    yield { kind: 'end' };
  }
}

/** Whether the bytes begin as a first line does, as far as they go. */
const mayBegin = (bytes: Buffer): boolean =>
  bytes.length > 0 && bytes.subarray(0, BEGIN.length).equals(BEGIN.subarray(0, bytes.length));

function lineAt(bytes: Buffer, at: number): { text: string; end: number; isWhole: boolean } {
  const lf = bytes.indexOf(LF, at);
  const end = lf === -1 ? bytes.length : lf + 1;
  return { text: bytes.toString('latin1', at, Math.min(end, at + LINE_MAX)), end, isWhole: lf !== -1 };
}

/** Whether a line has the characters and the length that its first one says. Blanks at its end may be gone, or a checksum be there. */
function isEncoded(line: string): boolean {
  const text = line.replace(/\r?\n$/, '');
  if (/^end\s*$/.test(text)) return false;
  const bytes = (text.charCodeAt(0) - 0x20) & 0x3f;
  const characters = Math.ceil(bytes / 3) * 4;
  if (!/^[ -`]+$/.test(text)) return false;
  if (bytes === 0) return text.trim().length <= 1;
  return text.length <= characters + 3 && text.length >= Math.ceil((bytes * 4) / 3);
}
