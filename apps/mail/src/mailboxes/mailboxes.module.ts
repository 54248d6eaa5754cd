import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { MailboxEventsModule } from '../mailbox-changes/mailbox-events.module.js';
import { GrantsModule } from './grants/grants.module.js';
import { MailboxAccessModule } from './mailbox-access.module.js';
import { MailboxKindService } from './mailbox-kind.service.js';
import { MailboxOwnerProcessor } from './mailbox-owner.processor.js';
import { MailboxPurge } from './removal/mailbox-purge.js';
import { MailboxRemoval } from './removal/mailbox-removal.service.js';
import { MailboxSubscriptionsController } from './subscriptions/mailbox-subscriptions.controller.js';
import { MailboxSubscriptions } from './subscriptions/mailbox-subscriptions.service.js';
import { MailboxViews } from './mailbox-views.js';
import { MailboxesController } from './mailboxes.controller.js';
import { MailboxesService } from './mailboxes.service.js';
import { MailboxQuotaController } from './quota/quota.controller.js';
import { TenantOwner } from './tenant-owner.js';
import { MailboxesResolver } from './graphql/mailboxes.resolver.js';
import { MailboxChangesResolver } from './graphql/mailbox-changes.resolver.js';
import { MailboxDomainResolver } from './graphql/mailbox-relations.resolver.js';

@Module({
  imports: [DomainsModule, GrantsModule, MailboxAccessModule, MailboxEventsModule],
  controllers: [MailboxesController, MailboxQuotaController, MailboxSubscriptionsController],
  providers: [
    MailboxesResolver,
    MailboxChangesResolver,
    MailboxDomainResolver,
    MailboxesService,
    MailboxKindService,
    MailboxOwnerProcessor,
    MailboxPurge,
    MailboxRemoval,
    MailboxSubscriptions,
    MailboxViews,
    TenantOwner,
  ],
  exports: [MailboxAccessModule, MailboxesService],
})
export class MailboxesModule {}
