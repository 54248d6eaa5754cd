import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MailboxEventsModule } from '../mailbox-changes/mailbox-events.module.js';
import { MailboxContents } from '../mailboxes/mailbox-contents.js';
import { LabelRepository } from './label.repository.js';
import { LabelsController } from './labels.controller.js';
import { LabelsService } from './labels.service.js';
import { MessageLabels } from './message-labels.js';
import { insertSystemLabels } from './system-labels.js';
import { LabelsResolver } from './graphql/labels.resolver.js';
import { MailboxLabelsResolver } from './graphql/label-relations.resolver.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule],
  controllers: [LabelsController],
  providers: [LabelsResolver, MailboxLabelsResolver, LabelRepository, LabelsService, MessageLabels],
  exports: [LabelRepository, LabelsService, MessageLabels],
})
export class LabelsModule {
  constructor(contents: MailboxContents) {
    contents.register(insertSystemLabels);
  }
}
