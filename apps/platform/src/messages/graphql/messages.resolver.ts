import { Args, ID, Info, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Session } from '#libs/core/auth';
import { selects } from '#libs/core/graphql';
import type { Page } from '#libs/core/persistence';
import { CancelService } from '../cancel.service.js';
import type { ListedMessage } from '../message-filter.sql.js';
import { currentReader, type MessageListRequest, MessagesService } from '../messages.service.js';
import { RecipientMessages } from '../recipient-messages.service.js';
import {
  MessageConnection,
  MessageConnectionArgs,
  MessageDetailType,
  MessagePageArgs,
  MessagePageType,
  MessagesOfAddress,
  MessagesOfArgs,
  MessageType,
} from './message.types.js';

const MessageId = () => Args('id', { type: () => ID });

@Session()
@Resolver(() => MessageType)
export class MessagesResolver {
  constructor(
    private readonly service: MessagesService,
    private readonly cancellation: CancelService,
    private readonly recipients: RecipientMessages,
  ) {}

  @Query(() => MessagePageType, { nullable: true, description: 'The message history, newest first.' })
  async messagePage(@Args() query: MessagePageArgs, @Info() info: GraphQLResolveInfo): Promise<MessagePageType> {
    const { items, nextCursor, hasMore } = await this.list(query, selects(info, 'messages.events'));
    return { messages: items.map((item) => MessageType.of(item)), nextCursor: String(nextCursor), hasMore };
  }

  @Query(() => MessageConnection, {
    nullable: true,
    description:
      'The message history, newest first unless sorted. A filter looks at a bounded number of messages: a page may be short or empty ' +
      'and have more behind it.',
  })
  messages(
    @Args() { first, after, sort, ...filters }: MessageConnectionArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<MessageConnection> {
    const withEvents = selects(info, 'edges.node.events');
    const reader = currentReader();
    return MessageConnection.read(
      { first, after, sort },
      (page) => this.list({ ...filters, ...page }, withEvents),
      () => this.service.count(reader, filters),
    );
  }

  @Query(() => [MessagesOfAddress], {
    nullable: true,
    description:
      'The newest messages to each e-mail address or telephone number, in the order of the addresses. An address is found ' +
      'as it is given and in lower case.',
  })
  async messagesOf(
    @Args() { addresses, first }: MessagesOfArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<MessagesOfAddress[]> {
    const { tenant } = currentReader();
    const lists = selects(info, 'messages.events')
      ? await this.recipients.listWithEvents(tenant.id, addresses, first)
      : await this.recipients.list(tenant.id, addresses, first);
    return addresses.map((address, n) => ({
      address,
      messages: (lists[n] ?? []).map((message) => MessageType.of(message)),
    }));
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

  private list(request: MessageListRequest, withEvents: boolean): Promise<Page<ListedMessage>> {
    if (withEvents) return this.service.listPageWithEvents(currentReader(), request);
    return this.service.listPage(currentReader(), request);
  }
}
