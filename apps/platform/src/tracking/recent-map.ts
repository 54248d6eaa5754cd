/**
 * A map that forgets by generations: it keeps so many values that were added last, and up to as many before them. To
 * look for the oldest of a map that is added to and deleted from costs more than most of what is kept in one.
 */
export class RecentMap<V> {
  private latest = new Map<string, V>();
  private earlier = new Map<string, V>();

  constructor(private readonly kept: number) {}

  get(key: string): V | undefined {
    return this.latest.get(key) ?? this.earlier.get(key);
  }

  add(key: string, value: V): void {
    if (this.latest.size >= this.kept) {
      this.earlier = this.latest;
      this.latest = new Map();
    }
    this.latest.set(key, value);
  }
}
