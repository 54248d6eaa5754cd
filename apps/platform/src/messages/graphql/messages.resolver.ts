import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenant, Session } from '#libs/auth';
import type { ListedMessage } from '../message-filter.sql.js';
import type { MessageDetail } from '../message.js';
import { MessagesService } from '../messages.service.js';
import {
  MessageDetailType,
  MessagePageArgs,
  MessagePageType,
  MessageType,
  type MessageChannel,
} from './message.types.js';

@Resolver(() => MessageType)
export class MessagesResolver {
  constructor(private readonly messages: MessagesService) {}

  @Query(() => MessagePageType, { nullable: true, description: 'The message history, newest first.' })
  @Session()
  async messagePage(@Args() query: MessagePageArgs): Promise<MessagePageType> {
    const page = await this.messages.listPage({ tenant: currentTenant() }, query);
    return { messages: page.items.map(toMessage), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }

  @Query(() => MessageDetailType, { nullable: true, description: 'One message with its events.' })
  @Session()
  async message(@Args('id', { type: () => ID }) id: string): Promise<MessageDetailType> {
    return toDetail(await this.messages.get({ tenant: currentTenant() }, id));
  }
}

function toMessage({ sender, recipient, channel, tags, ...message }: ListedMessage): MessageType {
  const list = Object.entries(tags ?? {}).map(([key, value]) => ({ key, value }));
  return { ...message, tags: list, channel: channel as MessageChannel, from: sender, to: recipient };
}

function toDetail({ message, content, subscribeTo, events }: MessageDetail): MessageDetailType {
  return {
    message: toMessage(message),
    body: { text: content.bodyText, html: content.bodyHtml },
    events: events.map(({ detail, ...event }) => ({ ...event, reason: reasonOf(detail) })),
    subscribeTo: subscribeTo ?? null,
    attachmentCount: content.attachments?.length ?? 0,
  };
}

function reasonOf(detail: Record<string, unknown> | null): string | null {
  return typeof detail?.['Reason'] === 'string' ? detail['Reason'] : null;
}
