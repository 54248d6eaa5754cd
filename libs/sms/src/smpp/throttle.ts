import { backoffDelay, type Backoff } from './options.js';

/** Keeps quiet for a while after the carrier said that it has too much, and longer each time that it says so again. */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;
  #times = 0;

  constructor(
    private readonly backoff: Backoff,
    private readonly onOver: () => void,
  ) {}

  get quiet(): boolean {
    return this.#timer !== undefined;
  }

  /** How long it will be quiet, in milliseconds. Several answers to one burst count once. */
  throttled(): number {
    const pause = backoffDelay(this.backoff, this.#times);
    if (!this.#timer) {
      this.#times++;
      this.#timer = setTimeout(() => this.#over(), pause);
    }
    return Math.ceil(pause);
  }

  taken(): void {
    if (!this.#timer) this.#times = 0;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #over(): void {
    this.#timer = undefined;
    this.onOver();
  }
}
