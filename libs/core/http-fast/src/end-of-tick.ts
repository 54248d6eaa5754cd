import { AsyncResource } from 'node:async_hooks';

/** A context without a request, because the work at the end of a tick is for many requests. */
const outside = new AsyncResource('EndOfTick');

/**
 * Gathers items and processes them in order at the end of this tick of the event loop. For answers: a process on the same
 * machine that waits for several of them is woken once, and waking a process costs as much as an answer.
 */
export class EndOfTick<T> {
  #gathered: T[] = [];

  constructor(private readonly work: (item: T) => void) {}

  add(item: T): void {
    if (this.#gathered.push(item) === 1) outside.runInAsyncScope(setImmediate, undefined, this.#end);
  }

  readonly #end = (): void => {
    const items = this.#gathered;
    this.#gathered = [];
    let next = 0;
    try {
      while (next < items.length) this.work(items[next++]!);
    } finally {
      // If one fails, the others are processed at the end of the next tick.
      for (const item of items.slice(next)) this.add(item);
    }
  };
}
