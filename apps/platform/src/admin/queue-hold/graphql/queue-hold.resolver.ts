import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { ReleaseQueuesRequest } from '../dto/queue-hold.requests.js';
import { QueueHoldView } from '../dto/queue-hold.responses.js';
import { QueueHoldService } from '../queue-hold.service.js';

@Operator()
@Resolver(() => QueueHoldView)
export class QueueHoldResolver {
  constructor(private readonly holds: QueueHoldService) {}

  @Query(() => [QueueHoldView], {
    nullable: true,
    description: 'The times in which this restored database sent nothing. For operators.',
  })
  async queueHolds(): Promise<QueueHoldView[]> {
    return (await this.holds.list()).map((hold) => QueueHoldView.of(hold));
  }

  @Mutation(() => QueueHoldView, { nullable: true, description: 'Lets a restored database send again.' })
  async releaseQueues(@Args('input') { Pending = 'cancel' }: ReleaseQueuesRequest): Promise<QueueHoldView> {
    return QueueHoldView.of(await this.holds.release(Pending));
  }
}
