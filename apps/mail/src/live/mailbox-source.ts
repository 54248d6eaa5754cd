import type { LiveReading, LiveSource } from '#libs/core/live';
import type { Database, TenantId } from '#libs/core/persistence';
import { MailboxChange } from '../mailbox-changes/mailbox-change.js';
import { streamOf } from '../mailbox-changes/mailbox-stream.js';
import { countsEvents, eventsOf, MAILBOX_CHANGED } from './live-events.js';
import { listCounts, listLiveMessages, type LiveCount, type LiveMessage } from './live-reading.sql.js';

/** Tells listeners of a mailbox of its messages that changed, and the counts of its folders and labels. */
export class MailboxSource implements LiveSource<MailboxChange> {
  readonly stream: string;
  readonly changed = MAILBOX_CHANGED;
  /** Counts of each folder and label that the connections were sent last. */
  private counts = new Map<string, LiveCount>();

  constructor(
    private readonly database: Database,
    private readonly tenantId: TenantId,
    private readonly mailboxId: string,
  ) {
    this.stream = streamOf(mailboxId);
  }

  changeOf(text: string): MailboxChange {
    return MailboxChange.ofText(text);
  }

  async read(change: MailboxChange): Promise<LiveReading> {
    const { messages, counts } = await this.readRows(change);
    return {
      events: eventsOf(change, messages),
      state: countsEvents(counts),
      difference: () => countsEvents(this.countsToTell(counts)),
    };
  }

  private async readRows(change: MailboxChange): Promise<{ messages: LiveMessage[]; counts: LiveCount[] }> {
    const ids = [...change.messages].flatMap(([id, what]) => (what === 'deleted' ? [] : [id]));
    const { tenantId, mailboxId } = this;
    return this.database.tenant(tenantId, async (tx) => ({
      messages: ids.length > 0 ? await listLiveMessages(tx, tenantId, mailboxId, ids) : [],
      counts: await listCounts(tx, tenantId, mailboxId),
    }));
  }

  /** Selects the counts that differ from those sent last. */
  private countsToTell(counts: readonly LiveCount[]): LiveCount[] {
    const before = this.counts;
    this.counts = new Map(counts.map((count) => [count.id, count]));
    return counts.filter(({ id, total, unread }) => {
      const known = before.get(id);
      return known?.total !== total || known.unread !== unread;
    });
  }
}
