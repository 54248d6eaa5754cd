/** Event in the life of a message. */
export type MessageChange = 'created' | 'deleted' | 'updated';

/**
 * Messages that one event names at most. More of them are reported as a change of the mailbox: listeners then read again
 * what they show.
 */
export const MAX_NAMED_MESSAGES = 50;

/** Changes of a mailbox by a transaction: ids alone, which tell nothing to somebody who may not read the mailbox. */
export class MailboxChange {
  /** Too many messages to name. */
  isLarge = false;
  /** Whether folders came, went or were renamed. */
  folders = false;
  /** Whether labels came, went, or changed their names or colours. */
  labels = false;
  /** Whether the users of the mailbox changed, or their roles. */
  access = false;
  readonly messages = new Map<string, MessageChange>();

  /** A message that is new in the transaction stays so whatever else becomes of it, and one that is gone is gone. */
  addMessage(id: string, change: MessageChange): void {
    if (this.isLarge) return;
    const known = this.messages.get(id);
    if (change === 'updated' && known !== undefined) return;
    this.messages.set(id, change);
    if (this.messages.size <= MAX_NAMED_MESSAGES) return;
    this.isLarge = true;
    this.messages.clear();
  }

  /** Adds what came after it. */
  add(later: MailboxChange): void {
    this.folders ||= later.folders;
    this.labels ||= later.labels;
    this.access ||= later.access;
    for (const [id, change] of later.messages) this.addMessage(id, change);
    if (later.isLarge) this.markLarge();
  }

  markLarge(): this {
    this.isLarge = true;
    this.messages.clear();
    return this;
  }

  toText(): string {
    const { isLarge, folders, labels, access, messages } = this;
    return JSON.stringify({
      ...(messages.size > 0 && { messages: [...messages] }),
      ...(isLarge && { isLarge }),
      ...(folders && { folders }),
      ...(labels && { labels }),
      ...(access && { access }),
    });
  }

  /** A text that is not of `toText` is a large change. */
  static ofText(text: string): MailboxChange {
    const change = new MailboxChange();
    try {
      const given = JSON.parse(text) as Partial<Record<string, unknown>>;
      change.folders = given['folders'] === true;
      change.labels = given['labels'] === true;
      change.access = given['access'] === true;
      for (const [id, what] of (given['messages'] ?? []) as [string, MessageChange][]) change.addMessage(id, what);
      if (given['isLarge'] === true) change.markLarge();
      return change;
    } catch {
      return change.markLarge();
    }
  }
}
