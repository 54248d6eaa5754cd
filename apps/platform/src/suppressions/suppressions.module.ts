import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { SuppressionsResolver } from './graphql/suppressions.resolver.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { RecipientNoticesModule } from './recipient-notices/recipient-notices.module.js';
import { ErasedAddresses } from './erased-addresses.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsService } from './suppressions.service.js';

@Module({
  imports: [RecipientNoticesModule],
  controllers: [
    SuppressionsController,
    byKey(SuppressionsController, { read: 'suppressions:read', write: 'suppressions:write' }),
  ],
  providers: [ErasedAddresses, SuppressionRepository, SuppressionsResolver, SuppressionsService, TopicRepository],
  exports: [ErasedAddresses, RecipientNoticesModule, SuppressionRepository, SuppressionsService],
})
export class SuppressionsModule {}
