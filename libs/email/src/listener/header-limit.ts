const CR = 13;
const LF = 10;

/** Header of a message that is taken: ten times what long ones have, and little enough for every reader of it. */
const MAX_BYTES = 65_536;
const MAX_LINES = 1_000;

/**
 * Finds out while a message arrives whether its header is larger than the readers of headers bear: over 64 KiB, or 1,000 lines.
 * The time that they take grows with more than the square of both.
 */
export class HeaderLimit {
  private bytes = 0;
  private lines = 0;
  /** Whether the line that is being read has no byte yet but perhaps CR. */
  private isEmptyLine = true;
  private isOver = false;

  /** Whether the header is too large, as far as it is known with this chunk. */
  isExceededBy(chunk: Buffer): boolean {
    if (!this.isOver) this.read(chunk);
    return this.bytes > MAX_BYTES || this.lines > MAX_LINES;
  }

  private read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      if (this.isEmptyLine && isEmpty(chunk, start, end)) return this.finish(start);
      this.lines += 1;
      this.isEmptyLine = true;
      start = end + 1;
      if (this.lines > MAX_LINES) return;
    }
    this.isEmptyLine &&= isEmpty(chunk, start, chunk.length);
    this.bytes += chunk.length;
  }

  private finish(bytes: number): void {
    this.isOver = true;
    this.bytes += bytes;
  }
}

/** Whether a line, or the part of it that has come, is empty. */
function isEmpty(chunk: Buffer, start: number, end: number): boolean {
  return end === start || (end === start + 1 && chunk[start] === CR);
}
