import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { CreateTopicRequest, UpdateTopicRequest } from '../dto/topic.requests.js';
import { TopicView } from '../dto/topic.responses.js';
import type { Topic } from '../topic.entity.js';
import { TopicsService } from '../topics.service.js';
import { TopicArgument } from './topic-argument.js';
import { TopicConnection, TopicConnectionArgs } from './topic.types.js';

@Session()
@Resolver(() => TopicView)
export class TopicsResolver {
  constructor(private readonly service: TopicsService) {}

  @Query(() => TopicConnection, { nullable: true, description: 'The topics of messages, newest first.' })
  topics(@Args() args: TopicConnectionArgs): Promise<TopicConnection> {
    return TopicConnection.read(args, (page) => this.service.listPage(currentTenantId(), page));
  }

  @Query(() => TopicView, { nullable: true, description: 'One topic, by its id or its slug.' })
  topic(@TopicArgument() topic: Topic): TopicView {
    return TopicView.of(topic);
  }

  @Mutation(() => TopicView, { nullable: true, description: 'Adds a topic. Conflict if one has the slug.' })
  async createTopic(@Args('input') input: CreateTopicRequest): Promise<TopicView> {
    return TopicView.of(await this.service.create(currentTenantId(), input.toTopic()));
  }

  @Mutation(() => TopicView, {
    nullable: true,
    description: 'Changes a topic. What is absent stays, and the slug always.',
  })
  async updateTopic(@TopicArgument() topic: Topic, @Args('input') input: UpdateTopicRequest): Promise<TopicView> {
    return TopicView.of(await this.service.update(topic, input.toChanges()));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a topic: calls that name it are refused. What is suppressed for it stays. Answers its id.',
  })
  async deleteTopic(@TopicArgument() topic: Topic): Promise<string> {
    await this.service.delete(topic);
    return topic.id;
  }
}
