import { Module } from '@nestjs/common';
import { FeedbackModule } from '../../feedback/feedback.module.js';
import { MessageEventsModule } from '../../messages/events/message-events.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { AbandonedWork } from './abandoned-work.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLettersService } from './dead-letters.service.js';
import { QueuesController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';
import { DeadLettersResolver } from './graphql/dead-letters.resolver.js';

@Module({
  imports: [FeedbackModule, MessageEventsModule, WebhooksModule],
  controllers: [DeadLettersController, QueuesController],
  providers: [AbandonedWork, DeadLettersResolver, DeadLettersService, QueuesService],
  exports: [AbandonedWork, QueuesService],
})
export class DeadLettersModule {}
