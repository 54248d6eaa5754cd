import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { VacationAnswers } from './vacation-answers.js';
import { VacationController } from './vacation.controller.js';
import { VacationProcessor } from './vacation.processor.js';
import { VacationReplyEraser } from './vacation-reply.eraser.js';
import { VacationRepository } from './vacation.repository.js';
import { VacationService } from './vacation.service.js';
import { VacationResolver } from './graphql/vacation.resolver.js';

/** Automatic replies of mailboxes. */
@Module({
  imports: [MailboxAccessModule, SendingModule],
  controllers: [VacationController],
  providers: [
    VacationResolver,
    VacationAnswers,
    VacationProcessor,
    VacationReplyEraser,
    VacationRepository,
    VacationService,
  ],
  exports: [VacationAnswers, VacationService],
})
export class VacationModule {}
