import { Module } from '@nestjs/common';
import { byKey } from '#libs/auth';
import { SuppressionsResolver } from './graphql/suppressions.resolver.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsService } from './suppressions.service.js';

@Module({
  controllers: [
    SuppressionsController,
    byKey(SuppressionsController, { read: 'suppressions:read', write: 'suppressions:write' }),
  ],
  providers: [SuppressionRepository, SuppressionsResolver, SuppressionsService, TopicRepository],
  exports: [SuppressionRepository],
})
export class SuppressionsModule {}
