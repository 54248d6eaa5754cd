import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { LabelRulesController } from './label-rules.controller.js';
import { LabelRulesService } from './label-rules.service.js';

/** Rules that set the labels of the system. */
@Module({
  imports: [MailboxAccessModule],
  controllers: [LabelRulesController],
  providers: [LabelRulesService],
  exports: [LabelRulesService],
})
export class LabelRulesModule {}
