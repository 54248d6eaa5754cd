import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/auth';
import { CancelService } from '../cancel.service.js';
import { currentReader, MessagesService } from '../messages.service.js';
import {
  MessageConnection,
  MessageConnectionArgs,
  MessageDetailType,
  MessagePageArgs,
  MessagePageType,
  MessageType,
} from './message.types.js';

const MessageId = () => Args('id', { type: () => ID });

@Session()
@Resolver(() => MessageType)
export class MessagesResolver {
  constructor(
    private readonly service: MessagesService,
    private readonly cancellation: CancelService,
  ) {}

  @Query(() => MessagePageType, { nullable: true, description: 'The message history, newest first.' })
  async messagePage(@Args() query: MessagePageArgs): Promise<MessagePageType> {
    const { items, nextCursor, hasMore } = await this.service.listPage(currentReader(), query);
    return { messages: items.map((item) => MessageType.of(item)), nextCursor: String(nextCursor), hasMore };
  }

  @Query(() => MessageConnection, {
    nullable: true,
    description:
      'The message history, newest first. A filter looks at a bounded number of messages: a page may be short or empty ' +
      'and have more behind it.',
  })
  messages(@Args() { first, after, ...filters }: MessageConnectionArgs): Promise<MessageConnection> {
    return MessageConnection.read({ first, after }, (page) =>
      this.service.listPage(currentReader(), { ...filters, ...page }),
    );
  }

  @Query(() => MessageDetailType, { nullable: true, description: 'One message with its events.' })
  async message(@MessageId() id: string): Promise<MessageDetailType> {
    return MessageDetailType.of(await this.service.get(currentReader(), id));
  }

  @Mutation(() => MessageDetailType, {
    nullable: true,
    description: 'Cancels a scheduled message. Conflict if its time has come or it was not scheduled; may be repeated.',
  })
  async cancelMessage(@MessageId() id: string): Promise<MessageDetailType> {
    return MessageDetailType.of(await this.cancellation.cancel(currentReader(), id));
  }
}
