import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../../mailboxes/mailbox-access.module.js';
import { LabelRulesController } from './label-rules.controller.js';
import { LabelRulesService } from './label-rules.service.js';
import { LabelRulesResolver } from './graphql/label-rules.resolver.js';

/** Rules that set the labels of the system. */
@Module({
  imports: [MailboxAccessModule],
  controllers: [LabelRulesController],
  providers: [LabelRulesResolver, LabelRulesService],
  exports: [LabelRulesService],
})
export class LabelRulesModule {}
