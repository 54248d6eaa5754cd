const CR = 13;
const LF = 10;
const DOT = 46;

/** Bytes that are looked at again with the next chunk: a dot with its line ending before it and half of the one after it. */
const CARRIED = 4;

/**
 * Finds lines of a single dot between line endings of which one is not CR LF. Servers that take such a line for the end of a
 * message take what follows for commands: by it one message smuggles a second one past the checks of the first.
 */
export class LoneDots {
  private carried = Buffer.from('\r\n');

  /** Whether the message has one, as far as its end is known with this chunk. */
  found(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.carried, chunk]);
    this.carried = Buffer.from(bytes.subarray(-CARRIED));
    return hasLoneDot(bytes, LF) || hasLoneDot(bytes, CR);
  }
}

function hasLoneDot(bytes: Buffer, before: number): boolean {
  const pattern = Buffer.from([before, DOT]);
  // A match at the very beginning was judged with the chunk before.
  for (let at = bytes.indexOf(pattern, 1); at !== -1; at = bytes.indexOf(pattern, at + 1)) {
    const [next, afterNext] = [bytes[at + 2], bytes[at + 3]];
    if (next !== CR && next !== LF) continue;
    const isAfterLine = before === LF && bytes[at - 1] === CR;
    const mayBeBeforeLine = next === CR && (afterNext === LF || afterNext === undefined);
    if (!isAfterLine || !mayBeBeforeLine) return true;
  }
  return false;
}
