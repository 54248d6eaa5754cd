import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/graphql';
import { type Accepted, MessagesService, type Timeline } from '../messages.service.js';
import { MessageEventType, MessageType } from './message.types.js';

/** The timelines of the messages of a list, found at once. */
@Resolver(() => MessageType)
export class MessageEventsResolver {
  private readonly timelines: TenantLoader<Accepted, Timeline>;

  constructor(messages: MessagesService) {
    this.timelines = new TenantLoader(
      (tenantId, listed) => messages.listTimelines(tenantId, listed),
      ({ message }) => message,
    );
  }

  @ResolveField(() => [MessageEventType], {
    description: 'The timeline, oldest first; the first 51 events. `message(id)` has all of them.',
  })
  async events(@Parent() { id, createdAt }: MessageType): Promise<MessageEventType[]> {
    const timeline = await this.timelines.load({ id, createdAt });
    return (timeline?.events ?? []).map((event) => MessageEventType.of(event));
  }
}
