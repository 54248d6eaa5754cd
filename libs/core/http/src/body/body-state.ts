import { parseJsonBody, type RowsField } from './parse-json.js';
import { type Problem } from '../problem/problem.js';

/**
 * The body of one request. The entry point reads it in full; it is parsed at the first access, which is after the guards.
 * So an unauthenticated request costs no parsing and gets no error about its body.
 */
export class BodyState {
  #parsed = false;
  #value: unknown;
  #rows: RowsField | undefined;
  #exact: string | undefined;

  constructor(
    /** The decompressed bytes; undefined if there are none or if they were rejected. */
    readonly bytes: Buffer | undefined,
    /** Made when the body is asked for: a problem has a stack, which is dear. */
    private readonly rejection?: () => Problem,
  ) {}

  /** The parsed body; undefined if it is empty. @throws Problem if it was rejected or is invalid */
  value(): unknown {
    if (this.rejection) throw this.rejection();
    if (!this.#parsed) {
      this.#value = this.bytes && parseJsonBody(this.bytes, this.#rows, this.#exact);
      this.#parsed = true;
    }
    return this.#value;
  }

  /** Validates each item of a field separately; see ValidateEachRow. Call it before the first `value()`. */
  validateEachRow(rows: RowsField): void {
    this.#rows = rows;
  }

  /** Keeps every digit of whole numbers in a field; see KeepDigits. Call it before the first `value()`. */
  keepDigits(field: string): void {
    this.#exact = field;
  }

  /** The state for a value that middleware has parsed, such as an upload. */
  static of(value: unknown): BodyState {
    const state = new BodyState(undefined);
    state.#parsed = true;
    state.#value = value;
    return state;
  }
}
