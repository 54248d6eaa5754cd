import { Module } from '@nestjs/common';
import { DeadLettersModule } from '../dead-letters/dead-letters.module.js';
import { CancelledWork } from './cancelled-work.js';
import { QueueHoldController } from './queue-hold.controller.js';
import { QueueHoldService } from './queue-hold.service.js';
import { QueueHoldResolver } from './graphql/queue-hold.resolver.js';

@Module({
  imports: [DeadLettersModule],
  controllers: [QueueHoldController],
  providers: [CancelledWork, QueueHoldResolver, QueueHoldService],
})
export class QueueHoldModule {}
