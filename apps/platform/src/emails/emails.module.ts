import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { BatchService } from './batch.service.js';
import { EmailsController } from './emails.controller.js';
import { EmailsRepository } from './emails.repository.js';
import { EmailsService } from './emails.service.js';
import { IdempotencyCleanup } from './idempotency-cleanup.js';

@Module({
  imports: [MessagesModule],
  controllers: [EmailsController],
  providers: [EmailsService, BatchService, EmailsRepository, IdempotencyCleanup],
})
export class EmailsModule {}
