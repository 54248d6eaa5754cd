import { setImmediate as endOfTick } from 'node:timers/promises';

export interface GroupCommitOptions<T> {
  /** Most items in one group. */
  maxItems: number;
  /** Two items with the same key are never in one group: the second waits for the outcome of the first. */
  exclusiveKey?: (item: T) => string | undefined;
  /** Whether an error fails every item of the group at once, because each item alone would fail in the same way. */
  failsWholeGroup?: (error: unknown) => boolean;
  /** How long a group that is not full waits for more items (milliseconds); 0 if absent. For items without a deadline. */
  lingerMs?: number;
  /** A group lingers no longer once no item has come for so long (milliseconds); `lingerMs` if absent. */
  quietMs?: number;
  /** How many items wait or are about to come. A group lingers no longer once all of them wait. */
  expected?: () => number;
  /**
   * How long after a group the next one begins at the earliest, if it is not full (milliseconds); 0 if absent. Items that come
   * now and then do not wait; many share fewer commits.
   */
  restMs?: number;
  /**
   * If set, the first group has all items of its tick, and a group leaves half of a queue that is longer than this to the
   * next one. Otherwise callers that send again after each answer all wait for one commit, and the next one for all of them.
   */
  halvesFrom?: number;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive during a commit are gathered and committed together in the next one. An item that
 * arrives while no commit runs is committed at once, unless groups linger or rest. One commit runs at a time.
 *
 * If a group fails, its items are committed one by one, so that each has its own outcome. With `failsWholeGroup` they all
 * fail at once.
 */
export class GroupCommitter<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private busy = false;
  private endedAt = -Infinity;
  /** Ends the pause in which a group waits for more items. */
  private wake: (() => void) | undefined;

  /** @param commit commits all items in one transaction and returns one result for each, in their order */
  constructor(
    private readonly commit: (items: T[]) => Promise<R[]>,
    private readonly options: GroupCommitOptions<T>,
  ) {}

  /** Resolves when the item is committed. */
  submit(item: T): Promise<R> {
    return new Promise((resolve, reject) => this.add(item, resolve, reject));
  }

  /** Commits an item as {@link submit} does, without the cost of a promise: calls back with its outcome. Neither function may throw. */
  add(item: T, resolve: (result: R) => void, reject: (error: unknown) => void): void {
    this.waiting.push({ item, resolve, reject });
    if (!this.busy) void this.drain();
    else if (this.wake && (this.waiting.length >= this.options.maxItems || this.areAllHere())) this.wake();
  }

  private async drain(): Promise<void> {
    this.busy = true;
    if (this.options.halvesFrom) await endOfTick();
    while (this.waiting.length > 0) {
      if (this.mayWait()) await this.waitForMore();
      const group = this.nextGroup();
      if (!(await this.tryGroup(group))) for (const one of group) await this.commitAlone(one);
      this.endedAt = performance.now();
    }
    this.busy = false;
  }

  /** A group that need not wait is committed in the tick of its first item. */
  private mayWait(): boolean {
    const { lingerMs = 0, restMs = 0 } = this.options;
    return lingerMs > 0 || this.endedAt + restMs > performance.now();
  }

  private async waitForMore(): Promise<void> {
    const { maxItems, lingerMs = 0, quietMs = lingerMs, restMs = 0 } = this.options;
    const rested = this.endedAt + restMs;
    const lingered = performance.now() + lingerMs;
    for (let seen = 0; this.waiting.length < maxItems && this.waiting.length > seen;) {
      seen = this.waiting.length;
      const now = performance.now();
      const linger = this.areAllHere() ? 0 : Math.min(quietMs, lingered - now);
      const wait = Math.max(rested - now, linger);
      if (wait <= 0) return;
      await this.pause(wait);
    }
  }

  private areAllHere(): boolean {
    const { expected } = this.options;
    return expected !== undefined && expected() <= this.waiting.length;
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
    this.wake = undefined;
  }

  private nextGroup(): Waiting<T, R>[] {
    if (!this.options.exclusiveKey) return this.waiting.splice(0, this.largestGroup());
    const group: Waiting<T, R>[] = [];
    const later: Waiting<T, R>[] = [];
    const keys = new Set<string>();
    const most = this.largestGroup();
    for (const one of this.waiting) {
      const key = this.options.exclusiveKey(one.item);
      if (group.length === most || (key !== undefined && keys.has(key))) later.push(one);
      else group.push(one);
      if (key !== undefined) keys.add(key);
    }
    this.waiting = later;
    return group;
  }

  private largestGroup(): number {
    const { maxItems, halvesFrom = maxItems } = this.options;
    return Math.min(maxItems, Math.max(halvesFrom, Math.ceil(this.waiting.length / 2)));
  }

  private async tryGroup(group: Waiting<T, R>[]): Promise<boolean> {
    let results: R[];
    try {
      results = await this.commit(group.map(({ item }) => item));
    } catch (error) {
      if (group.length > 1 && !this.options.failsWholeGroup?.(error)) return false;
      for (const { reject } of group) reject(error);
      return true;
    }
    group.forEach(({ resolve }, index) => resolve(results[index] as R));
    return true;
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
