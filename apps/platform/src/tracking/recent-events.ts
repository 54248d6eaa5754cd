import { SAME_WITHIN_MS, type TrackedEvent } from './tracked-event.js';

const KEPT = 50_000;

/** The opens and clicks of the last moments, so that what repeats costs nothing. */
export class RecentEvents {
  private readonly seen = new Map<string, number>();

  /** Whether this is the first of its kind for a while; from now on it has been seen. */
  isFirst({ type, ref, url = '', machine, occurredAt }: TrackedEvent): boolean {
    const now = occurredAt.getTime();
    const key = `${type} ${machine} ${ref.messageId} ${url}`;
    const before = this.seen.get(key);
    if (before !== undefined && now - before < SAME_WITHIN_MS[type]) return false;
    this.seen.delete(key);
    this.seen.set(key, now);
    this.forgetOldest();
    return true;
  }

  private forgetOldest(): void {
    if (this.seen.size <= KEPT) return;
    for (const key of this.seen.keys()) {
      this.seen.delete(key);
      if (this.seen.size <= KEPT * 0.9) return;
    }
  }
}
