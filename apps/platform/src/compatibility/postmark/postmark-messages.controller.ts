import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, KeyInHeader } from '#libs/core/auth';
import { bodyOf, invalidField, Problem } from '#libs/core/http';
import { idAt } from '#libs/core/persistence';
import { ListEmailsQuery } from '../../emails/dto/list-emails.query.js';
import { MessagesService } from '../../messages/messages.service.js';
import { TheirEmails } from '../emails/their-emails.js';
import { fromBounced, fromEmail } from './from-message.js';
import { TOKEN } from './postmark-token.js';

/** Rows of a page, and of all pages together. */
const PAGE_MAX = 500;
const ROWS_MAX = 1_000;

/** States of messages that are bounces there; the list has those of the first two. */
const BOUNCED: ReadonlySet<string> = new Set(['bounced', 'complained', 'failed']);

/** Fate of e-mails, as clients of Postmark read it. */
@ApiExcludeController()
@Controller()
export class PostmarkMessagesController {
  constructor(
    private readonly emails: TheirEmails,
    private readonly messages: MessagesService,
  ) {}

  @Get('messages/outbound/:id/details')
  @KeyInHeader('emails:read', TOKEN)
  async details(@Param('id') id: string): Promise<object> {
    const email = await this.emails.get(id);
    return fromEmail(email, await this.emails.listEvents(email));
  }

  @Get('bounces')
  @KeyInHeader('emails:read', TOKEN)
  async bounces(@Query() query: Record<string, string | undefined>): Promise<object> {
    const [count, offset] = [numberOf(query, 'count', PAGE_MAX, PAGE_MAX), numberOf(query, 'offset', 0, ROWS_MAX)];
    const filter = filterOf(query);
    const { items } = await this.messages.listPageWithEvents(currentKey(), { ...filter, limit: offset + count });
    const { atLeast } = await this.messages.count(currentKey(), filter);
    return { TotalCount: atLeast, Bounces: items.slice(offset).map(fromBounced) };
  }

  @Get('bounces/:id')
  @KeyInHeader('emails:read', TOKEN)
  async bounce(@Param('id') id: string): Promise<object> {
    const position = Number(id);
    if (!Number.isSafeInteger(position) || position < 0) throw new Problem('NotFound');
    const { message, events } = await this.messages.get(currentKey(), idAt('msg', position), 'email');
    if (!BOUNCED.has(message.status)) throw new Problem('NotFound');
    return fromBounced({ ...message, events });
  }
}

/** The messages that a query of bounces asks for: those that bounced, or complaints. */
function filterOf({ type, emailFilter, tag, fromdate, todate }: Record<string, string | undefined>) {
  const status = type === 'SpamComplaint' ? 'complained' : 'bounced';
  const { tag: ours } = bodyOf({ tag: tag ? `Tag:${tag}` : undefined }, ListEmailsQuery);
  return {
    channel: 'email',
    status,
    recipient: emailFilter || undefined,
    tag: ours,
    from: timeOf('fromdate', fromdate),
    to: timeOf('todate', todate),
  } as const;
}

function timeOf(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const time = new Date(
    /[zZ]|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`,
  );
  if (Number.isNaN(time.getTime())) throw invalidField('InvalidParameter', name, 'must be a time');
  return time.toISOString();
}

function numberOf(query: Record<string, string | undefined>, name: string, absent: number, max: number): number {
  const text = query[name];
  if (text === undefined) return absent;
  const number = Number(text);
  if (/^\d{1,6}$/.test(text) && number <= max) return number;
  throw invalidField('InvalidParameter', name, `must be a number up to ${max}`);
}
