import { SmsFailure } from '../failure.js';
import type { SubmitFields } from './submit.js';

/** A submit_sm that waits for the link and the window. */
export interface Waiting {
  fields: SubmitFields;
  resolve: (messageId: string) => void;
  reject: (failure: SmsFailure) => void;
  timer: NodeJS.Timeout;
}

/** A FIFO queue with a timeout per entry. */
export class SubmitQueue {
  /** A Set keeps the order and deletes from the middle in constant time. */
  readonly #waiting = new Set<Waiting>();

  /** @param explain message of a timeout */
  constructor(
    private readonly timeoutMs: number,
    private readonly explain: () => string,
  ) {}

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves with the carrier's message id. */
  wait(fields: SubmitFields, onJoined: () => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(waiting), this.timeoutMs);
      const waiting: Waiting = { fields, resolve, reject, timer };
      this.#waiting.add(waiting);
      onJoined();
    });
  }

  next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first) this.#leave(first);
    return first;
  }

  /** Puts an unsent entry back to the front, with a new timeout. */
  putBack(waiting: Waiting): void {
    const others = [...this.#waiting];
    this.#waiting.clear();
    waiting.timer = setTimeout(() => this.#expire(waiting), this.timeoutMs);
    for (const each of [waiting, ...others]) this.#waiting.add(each);
  }

  /** Rejects all entries. */
  rejectAll(failure: SmsFailure): void {
    for (const waiting of this.#waiting) {
      this.#leave(waiting);
      waiting.reject(failure);
    }
  }

  #expire(waiting: Waiting): void {
    this.#leave(waiting);
    waiting.reject(new SmsFailure(this.explain(), { kind: 'temporary' }));
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
  }
}
