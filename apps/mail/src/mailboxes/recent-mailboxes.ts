import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Mailbox } from './mailbox.entity.js';

const KEPT_MAX = 10_000;

/** How long another process may know an earlier state of a mailbox (milliseconds). */
const TTL_MS = 1_000;

/** Fields of a live mailbox that are remembered for a moment. */
export type RecentMailbox = Pick<Mailbox, 'tenantId' | 'id' | 'usedBytes' | 'quotaBytes'>;

/**
 * The live mailboxes whose addresses this process has looked up in the last second: mail of a sender tends to come together.
 * A change by this process applies at once.
 */
@Injectable()
export class RecentMailboxes {
  private readonly kept = new LRUCache<string, RecentMailbox>({ max: KEPT_MAX, ttl: TTL_MS });
  private changes = 0;

  find(address: string): RecentMailbox | undefined {
    return this.kept.get(address);
  }

  /** To be called before mailboxes are read, and what it returns when one of them is kept. */
  mark(): number {
    return this.changes;
  }

  /** Does nothing if a mailbox has changed since the mark: what was read may be what was before. */
  store(mark: number, address: string, mailbox: RecentMailbox): void {
    if (mark === this.changes) this.kept.set(address, mailbox);
  }

  /** To be called after the commit of a change to the mailbox. */
  forget(address: string): void {
    this.changes += 1;
    this.kept.delete(address);
  }
}
