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
export async function* linesOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<LinePiece> {
  let rest: Buffer = NONE;
  let isStart = true;
  for await (const input of source) {
    const chunk = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    let data: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const end = data.indexOf(LF);
      if (end < 0 || end > PIECE_MAX) {
        if (data.length <= PIECE_MAX) break;
        yield { bytes: data.subarray(0, PIECE_MAX), isStart, ending: NONE, isEnd: false };
        isStart = false;
        data = data.subarray(PIECE_MAX);
        continue;
      }
      const isFull = end > 0 && data[end - 1] === CR;
      const bytes = data.subarray(0, isFull ? end - 1 : end);
      yield { bytes, isStart, ending: isFull ? FULL : BARE, isEnd: true };
      isStart = true;
      data = data.subarray(end + 1);
    }
    // A copy, so that a small rest does not keep a large chunk in memory.
    rest = Buffer.from(data);
  }
  if (rest.length > 0) yield { bytes: rest, isStart, ending: NONE, isEnd: true };
}
