/** A limited number of places, given out in the order of asking. */
export class Places {
  readonly #waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Resolves with true when there is a place, with false when there was none in time. */
  take(timeoutMs: number): Promise<boolean> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(called);
        resolve(false);
      }, timeoutMs);
      this.#waiting.add(called);
    });
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
