/** Lets `limit` holders in at a time; the others wait in order of arrival. */
export class Gate {
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly limit: number) {}

  /** True when nobody is inside or waiting, so that the gate can be forgotten. */
  get idle(): boolean {
    return this.#inside === 0 && this.#waiting.size === 0;
  }

  /** Enters if there is room now. */
  tryEnter(): boolean {
    if (this.#inside >= this.limit) return false;
    this.#inside++;
    return true;
  }

  /** Waits for room; false when there was none within `timeoutMs`. */
  enter(timeoutMs: number): Promise<boolean> {
    if (this.tryEnter()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(admit);
        resolve(false);
      }, timeoutMs);
      this.#waiting.add(admit);
    });
  }

  leave(): void {
    for (const admit of this.#waiting) {
      // The place passes on to the next one, so the count stays.
      this.#waiting.delete(admit);
      admit();
      return;
    }
    this.#inside--;
  }
}
