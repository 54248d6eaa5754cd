import { setTimeout as delay } from 'node:timers/promises';

export interface GroupCommitOptions<T> {
  /** Most items in one group. */
  maxItems: number;
  /** Two items with the same key never share a group: the second waits for the outcome of the first. */
  exclusiveKey?: (item: T) => string | undefined;
  /** Whether a failed group is to fail as a whole: trying one by one would only be as many failures, one after another. */
  failsTogether?: (error: unknown) => boolean;
  /** How long a group that is not full waits for company (milliseconds): for items on whose outcome nobody waits. */
  lingerMs?: number;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: what arrives while a commit is under way shares the next one. Nothing waits for company, unless told
 * to: an item that finds no commit under way is committed at once, alone. One commit is in flight at a time.
 *
 * When a group fails, its items are committed one by one, so that each has an outcome of its own, unless the failure
 * is none of theirs.
 */
export class GroupCommitter<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private busy = false;

  /** @param commit commits all items in one transaction, and gives a result for each in order */
  constructor(
    private readonly commit: (items: T[]) => Promise<R[]>,
    private readonly options: GroupCommitOptions<T>,
  ) {}

  /** Resolves when the item is durable. */
  submit(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.busy) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      if (this.options.lingerMs) await this.linger(this.options.lingerMs);
      const group = this.nextGroup();
      if (!(await this.tryGroup(group))) for (const one of group) await this.commitAlone(one);
    }
    this.busy = false;
  }

  private async linger(milliseconds: number): Promise<void> {
    if (this.waiting.length < this.options.maxItems) await delay(milliseconds);
  }

  private nextGroup(): Waiting<T, R>[] {
    const group: Waiting<T, R>[] = [];
    const later: Waiting<T, R>[] = [];
    const keys = new Set<string>();
    for (const one of this.waiting) {
      const key = this.options.exclusiveKey?.(one.item);
      if (group.length === this.options.maxItems || (key !== undefined && keys.has(key))) later.push(one);
      else group.push(one);
      if (key !== undefined) keys.add(key);
    }
    this.waiting = later;
    return group;
  }

  private async tryGroup(group: Waiting<T, R>[]): Promise<boolean> {
    try {
      const results = await this.commit(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index] as R));
      return true;
    } catch (error) {
      if (group.length > 1 && !this.options.failsTogether?.(error)) return false;
      for (const { reject } of group) reject(error);
      return true;
    }
  }

  private async commitAlone(one: Waiting<T, R>): Promise<void> {
    try {
      const [result] = await this.commit([one.item]);
      one.resolve(result as R);
    } catch (error) {
      one.reject(error);
    }
  }
}
