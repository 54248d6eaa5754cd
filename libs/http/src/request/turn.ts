import { AsyncResource } from 'node:async_hooks';

/** Nobody's context: what ends a turn is done for many requests. */
const nobody = new AsyncResource('EndOfTurn');

/**
 * Gathers what is to be done at the end of this turn of the event loop, and does it then, in order and together. Made
 * for answers: whoever waits for them on the same machine (a proxy, another app) is woken once for all that one turn
 * answers, and to wake a process costs as much as to answer a request.
 */
export class EndOfTurn<T> {
  #gathered: T[] = [];

  constructor(private readonly work: (item: T) => void) {}

  add(item: T): void {
    if (this.#gathered.push(item) === 1) nobody.runInAsyncScope(setImmediate, undefined, this.#end);
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
