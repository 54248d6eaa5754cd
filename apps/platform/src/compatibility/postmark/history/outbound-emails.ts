import { Injectable } from '@nestjs/common';
import { groupBy } from '#libs/core/jobs';
import { currentKey } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import type { MessageQuery } from '../../../messages/dto/list-messages.query.js';
import type { ListedMessage } from '../../../messages/message-filter.sql.js';
import { MessagesService } from '../../../messages/messages.service.js';
import { listWindow } from '../list-window.js';
import type { Window } from '../their-query.js';
import { listContents, type ListedContent, listRecipients } from './outbound-emails.sql.js';

/** E-mail as a list shows it: one for a call, with all its recipients. */
export interface ListedEmail {
  message: ListedMessage;
  content: ListedContent;
  recipients: string[];
}

/** E-mails that were sent, one for each call, as clients of Postmark search them. */
@Injectable()
export class OutboundEmails {
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
  ) {}

  /** The e-mails of a part of a list, newest first, and how many the list has at least. */
  async list(query: MessageQuery, window: Window): Promise<{ total: number; emails: ListedEmail[] }> {
    // A recipient is one message of each call; without one, the first message stands for the call.
    const further = { ...query.further, firstOfCall: query.recipient === undefined };
    const request = { ...query, further, channel: 'email' } as const;
    const found = await listWindow(window, (page) => this.messages.listPage(currentKey(), { ...request, ...page }));
    const { atLeast } = await this.messages.count(currentKey(), request);
    return { total: atLeast, emails: await this.withContents(found) };
  }

  private async withContents(found: readonly ListedMessage[]): Promise<ListedEmail[]> {
    if (found.length === 0) return [];
    const tenantId = currentKey().tenant.id;
    const ids = [...new Set(found.map(({ contentId }) => contentId))];
    const [contents, recipients] = await this.database.tenant(tenantId, async (tx) => [
      await listContents(tx, tenantId, ids),
      await listRecipients(tx, tenantId, ids),
    ]);
    const byId = new Map(contents.map((content) => [content.id, content]));
    const byCall = groupBy(recipients, ({ call }) => call);
    return found.flatMap((message) => {
      const content = byId.get(message.contentId);
      const ofCall = byCall.get(message.contentId) ?? [];
      return content ? [{ message, content, recipients: ofCall.map(({ recipient }) => recipient) }] : [];
    });
  }
}
