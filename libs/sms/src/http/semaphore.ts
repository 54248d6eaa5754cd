/** A semaphore; waiters are served in order of arrival. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Resolves to true with a place, to false if none became free in time. */
  acquire(timeoutMs: number): Promise<boolean> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const grant = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(grant);
        resolve(false);
      }, timeoutMs);
      this.#waiting.add(grant);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
