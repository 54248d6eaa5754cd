import type { SubjectData, SubjectItem } from './subject-data.js';

/** Collects items up to a limit. */
export class ItemCollector {
  readonly #items: SubjectItem[] = [];
  #cut = false;

  constructor(private readonly limit: number) {}

  /** Adds the rows of a query, which is told how many rows to read: one more than there is room for. */
  async add<T>(read: (rows: number) => Promise<readonly T[]>, toItem: (row: T) => SubjectItem): Promise<this> {
    const room = this.limit - this.#items.length;
    const rows = await read(room + 1);
    if (rows.length > room) this.#cut = true;
    this.#items.push(...rows.slice(0, room).map((row) => toItem(row)));
    return this;
  }

  get data(): SubjectData {
    return { items: this.#items, cut: this.#cut };
  }
}
