/** Lets so many at a time pass; the others wait in the order in which they came. */
export class Semaphore {
  private free: number;
  private readonly queue: (() => void)[] = [];

  constructor(places: number) {
    this.free = places;
  }

  get waiting(): number {
    return this.queue.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.queue.push(resolve));
  }

  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.free += 1;
  }
}
