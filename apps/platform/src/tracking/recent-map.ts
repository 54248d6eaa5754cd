/** The limits of a generation. */
export interface RecentMapLimits {
  values: number;
  /** Length of all keys together. */
  characters: number;
}

/**
 * A cache that evicts by generations: it keeps the latest entries up to its limits, and up to as many before them. This
 * is cheaper than evicting the oldest entry at each insert.
 */
export class RecentMap<V> {
  private latest = new Map<string, V>();
  private earlier = new Map<string, V>();
  private characters = 0;

  constructor(private readonly limits: RecentMapLimits) {}

  get(key: string): V | undefined {
    return this.latest.get(key) ?? this.earlier.get(key);
  }

  add(key: string, value: V): void {
    const { values, characters } = this.limits;
    if (this.latest.size >= values || this.characters >= characters) {
      this.earlier = this.latest;
      this.latest = new Map();
      this.characters = 0;
    }
    this.latest.set(key, value);
    this.characters += key.length;
  }
}
