import { parseJsonBody, type RowsField } from './parse-json.js';
import { type Problem } from '../problem/problem.js';

/**
 * The body of one request: read in full by the entry point, parsed when somebody asks for it. Guards come in between,
 * so a stranger learns nothing about bodies, and a parser never works for one.
 */
export class BodyState {
  #parsed = false;
  #value: unknown;
  #rows: RowsField | undefined;

  constructor(
    /** The bytes as sent (after decompression); undefined when there were none, or when they were refused. */
    readonly bytes: Buffer | undefined,
    private readonly refusal?: Problem,
  ) {}

  /** The parsed body; undefined when it is empty. Throws the Problem that the body is. */
  value(): unknown {
    if (this.refusal) throw this.refusal;
    if (!this.#parsed) {
      this.#value = this.bytes && parseJsonBody(this.bytes, this.#rows);
      this.#parsed = true;
    }
    return this.#value;
  }

  /** Has the items of a field judged each by itself; see BodyOfRows. To be said before anybody asks for the value. */
  judgeByRow(rows: RowsField): void {
    this.#rows = rows;
  }

  /** Puts another value in its place, as upload middleware does. */
  static of(value: unknown): BodyState {
    const state = new BodyState(undefined);
    state.#parsed = true;
    state.#value = value;
    return state;
  }
}
