import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { TopicsResolver } from './graphql/topics.resolver.js';
import { TopicRepository } from './topic.repository.js';
import { TopicsController } from './topics.controller.js';
import { TopicsService } from './topics.service.js';

@Module({
  controllers: [TopicsController, byKey(TopicsController, { read: 'topics:read', write: 'topics:write' })],
  providers: [TopicRepository, TopicsResolver, TopicsService],
  exports: [TopicsService],
})
export class TopicsModule {}
