import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { BY_TIME, JsonObject, KeyList, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { OneOf, PageLimit } from '#libs/core/http';
import { positionOf } from '#libs/core/persistence';
import { HistoryQuery, ListMessagesFilters } from '../dto/list-messages.query.js';
import { diagnosisOf } from '../diagnosis.js';
import { metadataOf } from '../message.mapper.js';
import type { ListedMessage } from '../message-filter.sql.js';
import type { ListedEvent, MessageDetail, MessageWithEvents } from '../message.js';
import { EVENTS_IN_LIST } from '../message-events.sql.js';
import { resendOf, resendsOf } from '../resends.js';

export enum MessageChannel {
  email = 'email',
  sms = 'sms',
  push = 'push',
}

registerEnumType(MessageChannel, { name: 'MessageChannel' });

@ArgsType()
export class MessagePageArgs extends HistoryQuery {
  @Field(() => MessageChannel, { nullable: true, defaultValue: MessageChannel.email })
  @OneOf(Object.values(MessageChannel))
  channel: MessageChannel = MessageChannel.email;
}

@ObjectType('MessageBody')
export class MessageBodyType {
  @Field(() => String, { nullable: true })
  text: string | null;

  @Field(() => String, { nullable: true })
  html: string | null;
}

@ObjectType('MessageEvent')
export class MessageEventType {
  @Field(() => ID)
  id: string;

  @Field()
  type: string;

  @Field(() => String, { description: 'live or test' })
  environment: 'live' | 'test';

  @Field()
  occurredAt: Date;

  @Field(() => String, { nullable: true, description: 'Why, where there is something to say.' })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'The code of the mail server, such as 5.1.1.' })
  code: string | null;

  @Field(() => String, { nullable: true, description: 'What the code means, for people; null where it is not known.' })
  diagnosis: string | null;

  @Field(() => JsonObject, { description: 'What REST shows as Detail.' })
  detail: Record<string, unknown>;

  static of({ id, type, occurredAt, detail }: ListedEvent, environment: 'live' | 'test'): MessageEventType {
    const reason = detail?.['Reason'];
    const isText = typeof reason === 'string';
    const { code, text: diagnosis } = diagnosisOf(detail);
    return { id, type, environment, occurredAt, reason: isText ? reason : null, code, diagnosis, detail: detail ?? {} };
  }
}

@ObjectType('MessageTag')
export class MessageTagType {
  @Field()
  key: string;

  @Field()
  value: string;
}

@ObjectType('Message', { description: 'One message to one recipient.' })
export class MessageType {
  @Field(() => ID)
  id: string;

  @Field(() => MessageChannel)
  channel: MessageChannel;

  @Field(() => String, { description: 'live or test' })
  environment: 'live' | 'test';

  @Field()
  status: string;

  @Field()
  from: string;

  @Field()
  to: string;

  @Field()
  subject: string;

  @Field(() => String, {
    nullable: true,
    description: 'Of an e-mail: its Message-ID, the same for all recipients of a call.',
  })
  internetMessageId: string | null;

  @Field(() => ID, { nullable: true, description: 'The template that it was made from.' })
  templateId: string | null;

  @Field(() => ID, { nullable: true, description: 'The campaign that it is of.' })
  campaignId: string | null;

  @Field(() => ID, { nullable: true, description: 'The topic that it is of, or the list; null for none.' })
  topicId: string | null;

  @Field(() => [MessageTagType])
  tags: MessageTagType[];

  @Field(() => String, { nullable: true })
  error: string | null;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;

  @Field(() => Date, { nullable: true })
  scheduledAt: Date | null;

  @Field(() => Date, { nullable: true })
  sentAt: Date | null;

  @Field(() => [MessageEventType], {
    description: 'The timeline, oldest first; the first 51 events. `message(id)` has all of them.',
  })
  events: MessageEventType[];

  /** @param listed without events only where nobody asks for them */
  static of(listed: ListedMessage & Partial<MessageWithEvents>): MessageType {
    const { sender, recipient, channel, topic, tags, events = [], ...message } = listed;
    return {
      ...message,
      channel: channel as MessageChannel,
      from: sender,
      to: recipient,
      topicId: topic,
      tags: Object.entries(tags ?? {}).map(([key, value]) => ({ key, value })),
      events: events.map((event) => MessageEventType.of(event, message.environment)),
    };
  }
}

@ObjectType('MessagePage')
export class MessagePageType {
  @Field(() => [MessageType])
  messages: MessageType[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}

@ObjectType('MessageDetail', { description: 'A message with its content and its timeline, oldest event first.' })
export class MessageDetailType {
  @Field(() => MessageType)
  message: MessageType;

  @Field(() => MessageBodyType)
  body: MessageBodyType;

  @Field(() => [MessageEventType])
  events: MessageEventType[];

  @Field(() => String, {
    nullable: true,
    description: 'Of a push message to a topic: the name that apps subscribe to.',
  })
  subscribeTo: string | null;

  @Field(() => ID, { nullable: true, description: 'The message that it repeats.' })
  resendOf: string | null;

  @Field(() => [ID], { description: 'The messages by which it was sent again, oldest first.' })
  resends: string[];

  @Field(() => Int)
  attachmentCount: number;

  @Field(() => JsonObject, { description: 'What REST shows as Headers.' })
  headers: Record<string, string>;

  @Field(() => JsonObject, { description: 'Its addresses and attachments: what REST shows as Metadata.' })
  metadata: Record<string, unknown>;

  static of(detail: MessageDetail): MessageDetailType {
    const { message, content, subscribeTo, events } = detail;
    return {
      message: MessageType.of({ ...message, events: events.slice(0, EVENTS_IN_LIST + 1) }),
      body: { text: content.bodyText, html: content.bodyHtml },
      events: events.map((event) => MessageEventType.of(event, message.environment)),
      subscribeTo: subscribeTo ?? null,
      resendOf: resendOf(events),
      resends: resendsOf(events),
      attachmentCount: content.attachments?.length ?? 0,
      headers: content.headers ?? {},
      metadata: metadataOf(detail),
    };
  }
}

const messages = pageConnectionOf('Message', MessageType, {
  max: 200,
  filters: ListMessagesFilters,
  orders: new ListOrders('MessageSort', BY_TIME),
  counted: true,
  position: ({ id }: ListedMessage) => positionOf(id),
});

@ArgsType()
export class MessageConnectionArgs extends messages.Args {}

@ObjectType('MessageConnection')
export class MessageConnection extends messages.Connection {}

@ArgsType()
export class MessagesOfArgs {
  @KeyList('String')
  addresses: string[];

  @PageLimit(20, 5)
  first: number;
}

@ObjectType('MessagesOfAddress', { description: 'The newest messages to one e-mail address or telephone number.' })
export class MessagesOfAddress {
  @Field({ description: 'As it was asked for.' })
  address: string;

  @Field(() => [MessageType], { description: 'Newest first; none for an address to which nothing was sent.' })
  messages: MessageType[];
}
