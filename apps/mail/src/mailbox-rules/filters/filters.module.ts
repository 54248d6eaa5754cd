import { Module } from '@nestjs/common';
import { ForwardingModule } from '../../forwarding/forwarding.module.js';
import { LabelsModule } from '../../labels/labels.module.js';
import { MailboxAccessModule } from '../../mailboxes/mailbox-access.module.js';
import { FiltersController } from './filters.controller.js';
import { FiltersService } from './filters.service.js';
import { MailFilterRepository } from './mail-filter.repository.js';
import { FiltersResolver } from './graphql/filters.resolver.js';

/** Filters of mailboxes: actions on received mail that a search matches. */
@Module({
  imports: [ForwardingModule, LabelsModule, MailboxAccessModule],
  controllers: [FiltersController],
  providers: [FiltersResolver, FiltersService, MailFilterRepository],
  exports: [FiltersService],
})
export class FiltersModule {}
