/** A map that forgets its least recently used entry when a new one would exceed `capacity`. */
export class LruMap<V> {
  readonly #entries = new Map<string, V>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#entries.size;
  }

  getOrCreate(key: string, create: () => V): V {
    const known = this.#entries.get(key);
    if (known === undefined) return this.#add(key, create());
    // A Map iterates in order of insertion: putting the entry back makes it the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known;
  }

  #add(key: string, value: V): V {
    if (this.#entries.size >= this.capacity) this.#forgetOldest();
    this.#entries.set(key, value);
    return value;
  }

  #forgetOldest(): void {
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
