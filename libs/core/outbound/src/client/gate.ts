/** A semaphore of `limit` places; waiters are served in order of arrival. */
export class Gate {
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly limit: number) {}

  /** Whether no place is taken and no caller waits. */
  get idle(): boolean {
    return this.#inside === 0 && this.#waiting.size === 0;
  }

  /** Takes a place if one is free. */
  tryAcquire(): boolean {
    if (this.#inside >= this.limit) return false;
    this.#inside++;
    return true;
  }

  /** Waits for a place; false if none became free within `timeoutMs`. */
  acquire(timeoutMs: number): Promise<boolean> {
    if (this.tryAcquire()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const grant = () => {
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
    for (const grant of this.#waiting) {
      // The next waiter gets the place, so the count stays.
      this.#waiting.delete(grant);
      grant();
      return;
    }
    this.#inside--;
  }
}
