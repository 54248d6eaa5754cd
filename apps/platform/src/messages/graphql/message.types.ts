import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { OneOf } from '#libs/http';
import { HistoryQuery } from '../dto/list-messages.query.js';

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

  @Field()
  occurredAt: Date;

  @Field(() => String, { nullable: true, description: 'Why, where there is something to say.' })
  reason: string | null;
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

  @Field(() => ID, { nullable: true, description: 'The campaign that it is of.' })
  campaignId: string | null;

  @Field(() => [MessageTagType])
  tags: MessageTagType[];

  @Field(() => String, { nullable: true })
  error: string | null;

  @Field()
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  sentAt: Date | null;
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

  @Field(() => Int)
  attachmentCount: number;
}
