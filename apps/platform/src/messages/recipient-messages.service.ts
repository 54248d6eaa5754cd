import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/core/jobs';
import { Database, positionOf, type TenantId } from '#libs/core/persistence';
import { listEventsOfMessages } from './message-events.sql.js';
import type { ListedMessage } from './message-filter.sql.js';
import type { MessageWithEvents } from './message.js';
import { listMessagesOfRecipients } from './messages-of-recipients.sql.js';
import { acceptance } from './messages.service.js';

/** The last messages to many recipients at once. */
@Injectable()
export class RecipientMessages {
  constructor(private readonly database: Database) {}

  /**
   * The newest messages of each recipient, newest first, in the order of the recipients. A recipient is found as it is given
   * and in lower case.
   */
  async list(tenantId: TenantId, recipients: readonly string[], limit: number): Promise<ListedMessage[][]> {
    return this.database.tenant(tenantId, (tx) => listAll(tx, tenantId, recipients, limit));
  }

  /** The same with the timelines of the messages, as lists show them. */
  async listWithEvents(
    tenantId: TenantId,
    recipients: readonly string[],
    limit: number,
  ): Promise<MessageWithEvents[][]> {
    return this.database.tenant(tenantId, async (tx) => {
      const lists = await listAll(tx, tenantId, recipients, limit);
      const ids = [...new Set(lists.flat().map(({ id }) => id))];
      const events = ids.length === 0 ? [] : await listEventsOfMessages(tx, tenantId, ids);
      const byMessage = groupBy(events, ({ messageId }) => messageId);
      return lists.map((messages) =>
        messages.map((message) => ({
          ...message,
          events: [acceptance(message), ...(byMessage.get(message.id) ?? [])],
        })),
      );
    });
  }
}

const spellingsOf = (recipient: string): string[] => [...new Set([recipient, recipient.toLowerCase()])];

async function listAll(
  tx: EntityManager,
  tenantId: TenantId,
  recipients: readonly string[],
  limit: number,
): Promise<ListedMessage[][]> {
  const asked = [...new Set(recipients.flatMap(spellingsOf))];
  if (asked.length === 0) return [];
  const found = groupBy(await listMessagesOfRecipients(tx, tenantId, asked, limit), (message) => message.asked);
  return recipients.map((recipient) =>
    spellingsOf(recipient)
      .flatMap((spelling) => found.get(spelling) ?? [])
      .sort((a, b) => positionOf(b.id) - positionOf(a.id))
      .slice(0, limit),
  );
}
