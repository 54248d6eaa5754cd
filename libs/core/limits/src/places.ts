/** Runs a number of things at a time; further ones wait, in the order in which they came. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place passes on: who comes meanwhile does not overtake.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
