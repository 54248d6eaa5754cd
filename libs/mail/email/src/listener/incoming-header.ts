const CR = 13;
const LF = 10;

/** Header of a message that is taken: ten times what long ones have, and little enough for every reader of it. */
const MAX_BYTES = 65_536;
const MAX_LINES = 1_000;

/** Why a header is refused: it is larger than 64 KiB or 1,000 lines, or has a CR that ends no line. */
export type HeaderFault = 'too large' | 'bare CR';

/**
 * Looks at the header of a message while it arrives. The time that readers of headers take grows with more than the square of its
 * lines, and of a run of CR; and a CR alone is the end of a line to some readers only.
 */
export class IncomingHeader {
  private bytes = 0;
  private lines = 0;
  private isOver = false;
  private fault: HeaderFault | undefined;
  /** True while the line that is being read has nothing yet but perhaps a CR at its end. */
  private isEmptyLine = true;
  private endsInCr = false;

  /** The fault of the header, as far as it is known with this chunk. */
  faultIn(chunk: Buffer): HeaderFault | undefined {
    for (let start = 0; start < chunk.length && !this.isOver && !this.fault;) {
      const lineFeed = chunk.indexOf(LF, start);
      const end = lineFeed === -1 ? chunk.length : lineFeed;
      this.fault = this.read(chunk.subarray(start, end));
      if (lineFeed !== -1) this.endLine();
      start = end + 1;
    }
    return this.fault ?? (this.bytes > MAX_BYTES || this.lines > MAX_LINES ? 'too large' : undefined);
  }

  /** @param part of a line, without its line feed */
  private read(part: Buffer): HeaderFault | undefined {
    if (part.length === 0) return undefined;
    const cr = part.indexOf(CR);
    if (this.endsInCr || (cr !== -1 && cr < part.length - 1)) return 'bare CR';
    this.endsInCr = cr !== -1;
    this.isEmptyLine &&= this.endsInCr && part.length === 1;
    this.bytes += part.length;
    return undefined;
  }

  private endLine(): void {
    this.isOver = this.isEmptyLine;
    this.lines += this.isOver ? 0 : 1;
    this.bytes += 1;
    this.isEmptyLine = true;
    this.endsInCr = false;
  }
}
