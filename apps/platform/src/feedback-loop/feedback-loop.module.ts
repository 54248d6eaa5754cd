import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { ReturnPathModule } from '../feedback/return-paths/return-path.module.js';
import { FeedbackKeyRepository } from './feedback-key.repository.js';
import { FeedbackKeysService } from './feedback-keys.service.js';
import { FeedbackLoopResolver } from './graphql/feedback-loop.resolver.js';
import { FeedbackLoopController } from './feedback-loop.controller.js';
import { FeedbackLoop } from './feedback-loop.js';

@Module({
  imports: [DomainsModule, ReturnPathModule],
  controllers: [FeedbackLoopController],
  providers: [FeedbackKeyRepository, FeedbackKeysService, FeedbackLoop, FeedbackLoopResolver],
  exports: [FeedbackLoop],
})
export class FeedbackLoopModule {}
