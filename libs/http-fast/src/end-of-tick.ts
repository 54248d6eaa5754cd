import { AsyncResource } from 'node:async_hooks';

/** A context of no request: what a tick ends with is done for many. */
const outside = new AsyncResource('EndOfTick');

/**
 * Gathers what is to be done at the end of this tick of the event loop, and does it then, in order. Made for answers: a
 * process that waits for several of them on the same machine is woken once, and waking one costs as much as an answer.
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
      // One that fails fails alone.
      for (const item of items.slice(next)) this.add(item);
    }
  };
}
