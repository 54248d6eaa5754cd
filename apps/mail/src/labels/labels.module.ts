import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MailboxEventsModule } from '../live/mailbox-events.module.js';
import { LabelRepository } from './label.repository.js';
import { LabelsController } from './labels.controller.js';
import { LabelsService } from './labels.service.js';
import { MessageLabels } from './message-labels.js';
import { MessageLabelsController } from './message-labels.controller.js';
import { MessageLabelsService } from './message-labels.service.js';
import { LabelsResolver } from './graphql/labels.resolver.js';
import { MessageLabelsResolver } from './graphql/message-labels.resolver.js';
import { MailboxLabelsResolver } from './graphql/label-relations.resolver.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule],
  controllers: [LabelsController, MessageLabelsController],
  providers: [
    LabelsResolver,
    MessageLabelsResolver,
    MailboxLabelsResolver,
    LabelRepository,
    LabelsService,
    MessageLabels,
    MessageLabelsService,
  ],
  exports: [LabelRepository, LabelsService, MessageLabels, MessageLabelsService],
})
export class LabelsModule {}
