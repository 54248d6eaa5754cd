import { SmsFailure } from '../failure.js';
import type { SubmitFields } from './submit.js';

/** A submit_sm that waits for the link and for a place in the window. */
export interface Waiting {
  fields: SubmitFields;
  resolve: (messageId: string) => void;
  reject: (failure: SmsFailure) => void;
  timer: NodeJS.Timeout;
}

/** First come, first served, for a limited time. */
export class WaitingLine {
  /** In the order of their coming: a Set keeps it, and drops from the middle at no cost. */
  readonly #waiting = new Set<Waiting>();

  /** `explain` says why the wait was in vain. */
  constructor(
    private readonly timeoutMs: number,
    private readonly explain: () => string,
  ) {}

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves with the id that the carrier gives. */
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

  /** For one that did not get away after all: before all others, with its time running anew. */
  putBack(waiting: Waiting): void {
    const others = [...this.#waiting];
    this.#waiting.clear();
    waiting.timer = setTimeout(() => this.#expire(waiting), this.timeoutMs);
    for (const each of [waiting, ...others]) this.#waiting.add(each);
  }

  /** Sends everybody away. */
  dismiss(reason: string): void {
    for (const waiting of this.#waiting) {
      this.#leave(waiting);
      waiting.reject(new SmsFailure(reason, { kind: 'temporary' }));
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
