import type { Buffer } from 'node:buffer';

/** State of mailauth's parser of messages while it looks for the end of the header. */
export interface HeaderParser {
  state: string;
  /** The last bytes that it has seen. */
  stateBytes: number[];
  headerChunks: Buffer[];
  processChunk(chunk: Buffer): Promise<void>;
}

const LF = 0x0a;
const CR = 0x0d;
/** Bytes that are looked back at. */
const LOOK_BACK = 3;

/**
 * Has mailauth's parser look for the end of the header line by line. mailauth 4 makes an array for each byte, which for an
 * ordinary header takes as long as all else that it does with a message. To be dropped with a version that does not.
 */
export function searchHeadersByLine(parser: { prototype: HeaderParser }): void {
  const byByte = parser.prototype.processChunk;
  parser.prototype.processChunk = function (this: HeaderParser, chunk) {
    if (this.state !== 'header' || chunk.length === 0) return byByte.call(this, chunk);
    const end = endOfHeader(chunk, this.stateBytes);
    const before = end === -1 ? chunk : chunk.subarray(0, end);
    if (before.length > 0) this.headerChunks.push(before);
    this.stateBytes = [...this.stateBytes, ...before.subarray(-LOOK_BACK)].slice(-LOOK_BACK);
    return end === -1 ? Promise.resolve() : byByte.call(this, chunk.subarray(end));
  };
}

/** Finds the line feed that ends the empty line after a header; -1 if it is not in the chunk. */
function endOfHeader(chunk: Buffer, earlier: readonly number[]): number {
  const at = (index: number) => (index < 0 ? earlier.at(index) : chunk[index]);
  for (let found = chunk.indexOf(LF); found !== -1; found = chunk.indexOf(LF, found + 1)) {
    const last = at(found - 1);
    if (last === LF || (last === CR && at(found - 2) === LF)) return found;
  }
  return -1;
}
