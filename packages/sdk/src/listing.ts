/** The names that a page of a list has for its items and for the cursor of the next page. */
export type PageKeys = readonly [items: string, next: string];

/**
 * A list: awaited, its first page; iterated, all of its items, of as many pages as there are.
 */
export class Listing<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  #first: Promise<Page> | undefined;

  /** @param read reads the page of a cursor, or the first one */
  constructor(
    private readonly read: (cursor: unknown) => Promise<Page>,
    private readonly keys: PageKeys,
  ) {}

  // oxlint-disable-next-line unicorn/no-thenable -- So that one call serves who wants a page and who wants all.
  then<A = Page, B = never>(
    onPage?: ((page: Page) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.read(undefined);
    return this.#first.then(onPage, onError);
  }

  /** Its pages. Each is read when it is asked for. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await this.then((first) => first);
    while (true) {
      yield page;
      const next = this.#of(page, this.keys[1]);
      // The last page has none: 0, an empty text or null.
      if (!next) return;
      page = await this.read(next);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#of(page, this.keys[0]) as Item[];
  }

  /** Its items, at most so many. */
  async toArray({ limit = Infinity }: { limit?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  #of(page: Page, key: string): unknown {
    return (page as Record<string, unknown>)[key];
  }
}
