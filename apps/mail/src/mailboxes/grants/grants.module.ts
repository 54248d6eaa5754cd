import { Module } from '@nestjs/common';
import { OrganisationsModule } from '../../organisations/organisations.module.js';
import { MailboxEventsModule } from '../../mailbox-changes/mailbox-events.module.js';
import { MailboxAccessModule } from '../mailbox-access.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';
import { Members } from './members.js';
import { GrantsResolver } from '../graphql/grants.resolver.js';
import { AccountsResolver } from '../graphql/accounts.resolver.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule, OrganisationsModule],
  controllers: [AccountsController, GrantsController],
  providers: [GrantsResolver, AccountsResolver, AccountsService, GrantsService, Members],
  exports: [Members],
})
export class GrantsModule {}
