import { backoffDelay, type Backoff } from './options.js';

/** Pauses after a throttling error of the carrier, for longer after each repetition. */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;
  #times = 0;

  constructor(
    private readonly backoff: Backoff,
    private readonly onResume: () => void,
  ) {}

  get paused(): boolean {
    return this.#timer !== undefined;
  }

  /** Starts a pause and returns its length in milliseconds. Errors during a pause count once. */
  pause(): number {
    const pause = backoffDelay(this.backoff, this.#times);
    if (!this.#timer) {
      this.#times++;
      this.#timer = setTimeout(() => this.#resume(), pause);
    }
    return Math.ceil(pause);
  }

  reset(): void {
    if (!this.#timer) this.#times = 0;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #resume(): void {
    this.#timer = undefined;
    this.onResume();
  }
}
