/** A piece of a line. Only a line of more than 64 KiB has several. */
export interface LinePiece {
  /** Without the line break. */
  bytes: Buffer;
  isStart: boolean;
  /** The line break at its end: CRLF or LF; empty if the line goes on, or at the end of the input. */
  ending: Buffer;
  isEnd: boolean;
}

const PIECE_MAX = 64 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const NONE = Buffer.alloc(0);
const BARE = Buffer.from('\n');
const FULL = Buffer.from('\r\n');

/** Cuts bytes into lines, with memory for one piece whatever their length is. How the input is cut makes no difference. */
export class LineCutter {
  #rest: Buffer = NONE;
  #isStart = true;

  /** The pieces that end in this chunk. They are parts of it: who keeps one copies it. */
  *cut(input: Uint8Array): Generator<LinePiece> {
    const chunk = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    for (;;) {
      const end = data.indexOf(LF, start);
      if (end < 0 || end - start > PIECE_MAX) {
        if (data.length - start <= PIECE_MAX) break;
        yield { bytes: data.subarray(start, start + PIECE_MAX), isStart: this.#isStart, ending: NONE, isEnd: false };
        this.#isStart = false;
        start += PIECE_MAX;
        continue;
      }
      const isFull = end > start && data[end - 1] === CR;
      const bytes = data.subarray(start, isFull ? end - 1 : end);
      yield { bytes, isStart: this.#isStart, ending: isFull ? FULL : BARE, isEnd: true };
      this.#isStart = true;
      start = end + 1;
    }
    // A copy, so that a small rest does not keep a large chunk in memory.
    this.#rest = Buffer.from(data.subarray(start));
  }

  /** Cuts the rest when the input has ended. */
  *end(): Generator<LinePiece> {
    if (this.#rest.length > 0) yield { bytes: this.#rest, isStart: this.#isStart, ending: NONE, isEnd: true };
  }
}

/** The lines of a source, as {@link LineCutter} cuts them. */
export async function* linesOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<LinePiece> {
  const cutter = new LineCutter();
  for await (const chunk of source) yield* cutter.cut(chunk);
  yield* cutter.end();
}
