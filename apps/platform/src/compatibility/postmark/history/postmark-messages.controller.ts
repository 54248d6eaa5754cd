import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, KeyInHeader } from '#libs/core/auth';
import type { Happening } from '../../../messages/events/happenings.sql.js';
import { MessagesService } from '../../../messages/messages.service.js';
import { TheirEmails } from '../../emails/their-emails.js';
import { TOKEN } from '../postmark-token.js';
import { TheirQuery } from '../their-query.js';
import { TheirStreams } from '../their-streams.js';
import { EmailSource } from './email-source.js';
import { fromClick, fromEmail, fromListed, fromOpen } from './from-message.js';
import { OutboundEmails } from './outbound-emails.js';
import { toMessageQuery, toReadingQuery } from './to-message-query.js';

/** E-mails that were sent and what readers did with them, as clients of Postmark read it. */
@ApiExcludeController()
@Controller('messages/outbound')
export class PostmarkMessagesController {
  constructor(
    private readonly outbound: OutboundEmails,
    private readonly emails: TheirEmails,
    private readonly messages: MessagesService,
    private readonly streams: TheirStreams,
    private readonly source: EmailSource,
  ) {}

  @Get()
  @KeyInHeader('emails:read', TOKEN)
  async list(@Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    const window = query.window();
    const topic = await this.streams.topicAsked(query.text('messagestream'));
    const { total, emails } = await this.outbound.list(toMessageQuery(query, topic), window);
    return { TotalCount: total, Messages: emails.map(fromListed) };
  }

  @Get('opens')
  @KeyInHeader('emails:read', TOKEN)
  async opens(@Query() query: object): Promise<object> {
    const { total, items } = await this.happenings(query, 'opened');
    return { TotalCount: total, Opens: items.map(fromOpen) };
  }

  @Get('opens/:id')
  @KeyInHeader('emails:read', TOKEN)
  async opensOf(@Param('id') id: string, @Query() query: object): Promise<object> {
    const { total, items } = await this.happeningsOf(id, query, 'opened');
    return { TotalCount: total, Opens: items.map(fromOpen) };
  }

  @Get('clicks')
  @KeyInHeader('emails:read', TOKEN)
  async clicks(@Query() query: object): Promise<object> {
    const { total, items } = await this.happenings(query, 'clicked');
    return { TotalCount: total, Clicks: items.map(fromClick) };
  }

  @Get('clicks/:id')
  @KeyInHeader('emails:read', TOKEN)
  async clicksOf(@Param('id') id: string, @Query() query: object): Promise<object> {
    const { total, items } = await this.happeningsOf(id, query, 'clicked');
    return { TotalCount: total, Clicks: items.map(fromClick) };
  }

  @Get(':id/details')
  @KeyInHeader('emails:read', TOKEN)
  async details(@Param('id') id: string): Promise<object> {
    const email = await this.emails.get(id);
    return fromEmail(email, await this.emails.listEvents(email));
  }

  @Get(':id/dump')
  @KeyInHeader('emails:read', TOKEN)
  async dump(@Param('id') id: string): Promise<object> {
    return { Body: await this.source.of(await this.emails.get(id)) };
  }

  private async happenings(given: object, type: string): Promise<{ total: number; items: Happening[] }> {
    const query = new TheirQuery({ ...given });
    const window = query.window();
    const topic = await this.streams.topicAsked(query.text('messagestream'));
    const asked = { ...toReadingQuery(query, topic), channel: 'email' } as const;
    return this.messages.happenings(currentKey(), asked, type, window);
  }

  /** Finds those of one e-mail, the newest first. */
  private async happeningsOf(id: string, given: object, type: string): Promise<{ total: number; items: Happening[] }> {
    const { offset, count } = new TheirQuery({ ...given }).window();
    const email = await this.emails.get(id);
    const { contentId, tags, topic } = email.message;
    const recipients = new Map(email.all.map((message) => [message.id, message.recipient]));
    const events = (await this.emails.listEvents(email)).filter((event) => event.type === type).toReversed();
    const items = events.slice(offset, offset + count).map(({ messageId, occurredAt, detail }) => {
      return { contentId, tags, topic, occurredAt, detail, recipient: recipients.get(messageId) ?? '' };
    });
    return { total: events.length, items };
  }
}
