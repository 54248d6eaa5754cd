import type { LiveChange } from '#libs/core/live';

/** Kinds of changes of a tenant that are told of. */
export const CHANGE_KINDS = [
  'messages.created',
  'messages.updated',
  'campaigns.changed',
  'webhook_deliveries.changed',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Ids that one event names at most. Of more it says how many there are. */
export const MAX_NAMED = 50;

/** Things of one kind that changed: their ids, and beyond {@link MAX_NAMED} their number alone. */
export class ChangedIds {
  readonly ids = new Set<string>();
  count = 0;

  /** More of them than are named are counted once more with each further change. */
  add(id: string): void {
    if (this.count > MAX_NAMED) {
      this.count += 1;
      return;
    }
    this.ids.add(id);
    this.count = this.ids.size;
    if (this.count > MAX_NAMED) this.ids.clear();
  }

  addAll({ ids, count }: ChangedIds): void {
    if (count <= MAX_NAMED) for (const id of ids) this.add(id);
    else this.addCount(count);
  }

  addCount(count: number): void {
    this.count += count;
    if (this.count > MAX_NAMED) this.ids.clear();
  }
}

/** Changes of a tenant: ids and numbers alone. */
export class TenantChange implements LiveChange {
  /** Access is judged at each beat. */
  readonly access = false;
  /** It is not known what changed. */
  isLarge = false;
  readonly kinds = new Map<ChangeKind, ChangedIds>();

  of(kind: ChangeKind): ChangedIds {
    let changed = this.kinds.get(kind);
    if (!changed) this.kinds.set(kind, (changed = new ChangedIds()));
    return changed;
  }

  add(later: TenantChange): void {
    for (const [kind, changed] of later.kinds) this.of(kind).addAll(changed);
    if (later.isLarge) this.markLarge();
  }

  markLarge(): this {
    this.isLarge = true;
    return this;
  }

  toText(): string {
    const kinds = [...this.kinds].map(([kind, { ids, count }]) => [kind, count > MAX_NAMED ? count : [...ids]]);
    return JSON.stringify({ ...Object.fromEntries(kinds), ...(this.isLarge && { isLarge: true }) });
  }

  /** A text that is not of `toText` is a large change. */
  static ofText(text: string): TenantChange {
    const change = new TenantChange();
    try {
      const given = JSON.parse(text) as Partial<Record<string, unknown>>;
      for (const kind of CHANGE_KINDS) {
        const changed = given[kind];
        if (typeof changed === 'number') change.of(kind).addCount(changed);
        else if (changed !== undefined) for (const id of changed as string[]) change.of(kind).add(id);
      }
      return given['isLarge'] === true ? change.markLarge() : change;
    } catch {
      return change.markLarge();
    }
  }
}
