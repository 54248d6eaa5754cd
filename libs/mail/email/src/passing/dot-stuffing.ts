import { Buffer } from 'node:buffer';

const CR = 13;
const LF = 10;
const DOT = 46;
const END = Buffer.from('.\r\n');
const END_OF_LINE = Buffer.from('\r\n.\r\n');

/**
 * Puts content that is read in pieces into the form of DATA and changes nothing else. A dot after a bare LF is doubled, too: the listener,
 * which reads it, takes such a pair for one.
 */
export class DotStuffing {
  private isAtStart = true;
  private lastBytes: [number, number] = [CR, LF];

  next(chunk: Buffer): Buffer {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let dot = this.firstDot(chunk); dot >= 0; dot = dotAfterLine(chunk, dot)) {
      pieces.push(chunk.subarray(from, dot), Buffer.of(DOT));
      from = dot;
    }
    this.note(chunk);
    return from === 0 && pieces.length === 0 ? chunk : Buffer.concat([...pieces, chunk.subarray(from)]);
  }

  /** The end of DATA, which completes a last line that is not. */
  end(): Buffer {
    const [before, last] = this.lastBytes;
    return before === CR && last === LF ? END : END_OF_LINE;
  }

  private firstDot(chunk: Buffer): number {
    if (this.isAtStart && chunk[0] === DOT) return 0;
    return dotAfterLine(chunk, 0);
  }

  private note(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.lastBytes = [chunk.at(-2) ?? this.lastBytes[1], chunk.at(-1)!];
    this.isAtStart = this.lastBytes[1] === LF;
  }
}

/** The index of the next dot that begins a line, after `from`; -1 without one. */
function dotAfterLine(chunk: Buffer, from: number): number {
  const found = chunk.indexOf('\n.', from, 'latin1');
  return found < 0 ? -1 : found + 1;
}
