import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/core/idempotency';
import { PlanQuotaClient } from '#libs/core/limits';
import { AntivirusModule } from '../antivirus.module.js';
import { MailConfig } from '../config.js';
import { DomainsModule } from '../domains/domains.module.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageStoreModule } from '../messages/store/message-store.module.js';
import { Acceptances } from './acceptances.js';
import { ReceivingModule } from '../receiving/receiving.module.js';
import { AttachmentScan } from './attachment-scan.js';
import { CancelledSending } from './outgoing/cancelled-sending.js';
import { EmailsController } from './emails.controller.js';
import { FirstAttempts } from './first-attempts.js';
import { ForwardOutcomes } from './outgoing/forward-outcomes.js';
import { LocalDelivery } from './outgoing/local-delivery.js';
import { MailServers } from './outgoing/mail-servers.js';
import { MailboxSender } from './mailbox-sender.js';
import { MailboxSendingController } from './mailbox-sending.controller.js';
import { OutgoingAttempts } from './outgoing/outgoing-attempts.js';
import { OutgoingMail } from './outgoing/outgoing-mail.js';
import { OutgoingProcessor } from './outgoing/outgoing.processor.js';
import { OutgoingRepository } from './outgoing/outgoing.repository.js';
import { OutgoingRetention } from './outgoing/outgoing-retention.js';
import { SendingMailboxes } from './sending-mailboxes.js';
import { SendingQuotas } from './quotas/sending-quotas.js';
import { SendingService } from './sending.service.js';
import { UndeliveredReports } from './outgoing/undelivered-reports.js';
import { SendingResolver } from './graphql/sending.resolver.js';

const QUOTAS = {
  provide: PlanQuotaClient,
  inject: [MailConfig],
  useFactory: (config: MailConfig) => new PlanQuotaClient(config),
};

@Module({
  imports: [
    AntivirusModule,
    DomainsModule,
    DraftsModule,
    IdempotencyModule,
    IdentitiesModule,
    MailboxAccessModule,
    MessageStoreModule,
    ReceivingModule,
  ],
  controllers: [EmailsController, MailboxSendingController],
  providers: [
    SendingResolver,
    Acceptances,
    AttachmentScan,
    CancelledSending,
    FirstAttempts,
    MailboxSender,
    ForwardOutcomes,
    LocalDelivery,
    MailServers,
    OutgoingAttempts,
    OutgoingMail,
    OutgoingProcessor,
    OutgoingRepository,
    OutgoingRetention,
    QUOTAS,
    SendingMailboxes,
    SendingQuotas,
    SendingService,
    UndeliveredReports,
  ],
  exports: [ForwardOutcomes, OutgoingMail, SendingMailboxes, SendingQuotas, SendingService],
})
export class SendingModule {}
