import { StreamAccess, type JudgeAccess } from '#libs/core/auth';
import { type EventStream, eventText } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { type ReadEntry, timeOfEntry } from '#libs/sites/traffic';
import { LiveEventObject } from './live.dto.js';

/** A stream that follows the live traffic of a tenant. */
export class LiveFollower {
  readonly access: StreamAccess;
  /** Entries that came before the stream began; undefined once it has. */
  private early: [id: string, text: string][] | undefined = [];

  constructor(
    readonly stream: EventStream,
    judge: JudgeAccess,
    /** The last entry that it was told of; empty for none. */
    private lastId: string,
  ) {
    this.access = new StreamAccess(stream, judge);
  }

  /** Begins with a text; then come the entries that it was not told of, if it was told of any, and those that came meanwhile. */
  begin(text: string, entries: readonly ReadEntry[]): void {
    this.stream.write(text);
    const early = this.early ?? [];
    this.early = undefined;
    if (this.lastId !== '') for (const entry of entries) this.tell(entry.id, entryText(entry));
    else this.lastId = entries.at(-1)?.id ?? '';
    for (const [id, earlyText] of early) this.tell(id, earlyText);
  }

  /** Sends an entry, unless it was told of it already. */
  tell(id: string, text: string): void {
    if (this.early) {
      this.early.push([id, text]);
      return;
    }
    if (!isLater(id, this.lastId)) return;
    this.lastId = id;
    this.stream.write(text);
  }
}

/** The streams of this process that follow one tenant. What they are told is written once for all of them. */
export class LiveFollowers {
  private readonly followers = new Set<LiveFollower>();
  /** The last entry of the ring that is known; empty while it was not read. */
  lastId = '';

  constructor(readonly tenantId: TenantId) {}

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  add(follower: LiveFollower): void {
    this.followers.add(follower);
  }

  delete(follower: LiveFollower): void {
    this.followers.delete(follower);
  }

  receive({ id, entry }: ReadEntry): void {
    if (isLater(id, this.lastId)) this.lastId = id;
    const text = entryText({ id, entry });
    for (const follower of this.followers) follower.tell(id, text);
  }

  /** Sends a text to all that is no entry, such as the numbers of the moment. */
  write(text: string): void {
    for (const { stream } of this.followers) stream.write(text);
  }

  /** Judges the access of all streams again, and keeps those that may go on from being closed by proxies. */
  async beat(): Promise<void> {
    await Promise.all([...this.followers].map(({ access }) => access.review()));
    for (const { stream } of this.followers) stream.beat();
  }
}

/** The events of an entry. The last one bears the id, with which a browser asks for those after it. */
export function entryText({ id, entry }: ReadEntry): string {
  return entry.events
    .map((event, index) => {
      const isLast = index === entry.events.length - 1;
      return eventText({ event: 'evento', data: LiveEventObject.of(event), id: isLast ? id : undefined });
    })
    .join('');
}

/** Whether an entry was added after another; any is after none. */
export function isLater(id: string, other: string): boolean {
  if (other === '') return true;
  const difference = timeOfEntry(id) - timeOfEntry(other);
  return difference > 0 || (difference === 0 && numberOf(id) > numberOf(other));
}

const numberOf = (id: string): number => Number(id.split('-', 2)[1]);
