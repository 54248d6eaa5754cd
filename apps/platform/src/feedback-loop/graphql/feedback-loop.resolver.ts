import { Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { FeedbackKeysService } from '../feedback-keys.service.js';
import { FeedbackLoopView } from '../feedback-loop.responses.js';

@Operator()
@Resolver(() => FeedbackLoopView)
export class FeedbackLoopResolver {
  constructor(private readonly keys: FeedbackKeysService) {}

  @Query(() => FeedbackLoopView, {
    nullable: true,
    description: 'The address for complaints, and the keys of its domain with the records to publish. For operators.',
  })
  async feedbackLoop(): Promise<FeedbackLoopView> {
    return FeedbackLoopView.of(await this.keys.get());
  }

  @Mutation(() => FeedbackLoopView, {
    nullable: true,
    description: 'Makes a key for the domain of the address: the first one, or the successor of the one that signs.',
  })
  async createFeedbackKey(): Promise<FeedbackLoopView> {
    return FeedbackLoopView.of(await this.keys.create());
  }

  @Mutation(() => FeedbackLoopView, {
    nullable: true,
    description: 'Looks up the records of the keys. A pending key whose record is found becomes active.',
  })
  async checkFeedbackKeys(): Promise<FeedbackLoopView> {
    return FeedbackLoopView.of(await this.keys.check());
  }
}
