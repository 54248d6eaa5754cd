const NUL = 0;
const CR = 13;
const LF = 10;

/**
 * Finds CR and LF that are not CR LF, and NUL (RFC 5321, 2.3.8). Some readers take each of them for the end of a line, so a field that one
 * reader signs is another reader's text.
 */
export class BareControls {
  private endsInCr = false;

  /** Returns whether the message has one, as far as it is known with this chunk. */
  found(chunk: Buffer): boolean {
    if (chunk.length === 0) return false;
    const isFound = chunk.includes(NUL) || this.hasBareLf(chunk) || this.hasBareCr(chunk);
    this.endsInCr = chunk.at(-1) === CR;
    return isFound;
  }

  private hasBareLf(chunk: Buffer): boolean {
    if (chunk[0] === LF && !this.endsInCr) return true;
    for (let at = chunk.indexOf(LF, 1); at !== -1; at = chunk.indexOf(LF, at + 1))
      if (chunk[at - 1] !== CR) return true;
    return false;
  }

  private hasBareCr(chunk: Buffer): boolean {
    if (this.endsInCr && chunk[0] !== LF) return true;
    const last = chunk.length - 1;
    for (let at = chunk.indexOf(CR); at !== -1 && at < last; at = chunk.indexOf(CR, at + 1))
      if (chunk[at + 1] !== LF) return true;
    return false;
  }
}
