/** What a generation may hold. */
export interface RecentMapLimits {
  values: number;
  /** Of all keys together. */
  characters: number;
}

/**
 * A map that forgets by generations: it keeps what was added last, up to its limits, and up to as much before it. To
 * look for the oldest of a map that is added to and deleted from costs more than most of what is kept in one.
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
