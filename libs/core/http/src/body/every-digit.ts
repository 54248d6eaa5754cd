/** NUL: no text that an API stores has it, so no other text of an answer looks like one of these. */
const MARK = '\u0000';

const MARKED = /"\\u0000(-?\d+)"/g;

let isWritten = false;

/** A whole number of any size in an answer: JSON shows all of its digits, as a number. */
export class EveryDigit {
  /** @param digits in decimal, with a minus where it is negative */
  constructor(readonly digits: string) {
    if (!/^-?\d+$/.test(digits)) throw new RangeError('A whole number has digits alone');
  }

  toJSON(): number | string {
    const value = Number(this.digits);
    if (Number.isSafeInteger(value)) return value;
    isWritten = true;
    return MARK + this.digits;
  }

  toString(): string {
    return this.digits;
  }
}

/** Does what JSON.stringify does, and writes every digit of an {@link EveryDigit}. */
export function stringifyExactly(body: unknown): string {
  isWritten = false;
  const text = JSON.stringify(body);
  return isWritten ? text.replace(MARKED, '$1') : text;
}
