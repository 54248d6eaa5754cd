import { Module } from '@nestjs/common';
import { SenderCheck, SenderCheckOptions, SenderRecords, SenderThreads } from '#libs/mail/sender-checks';
import { SpamFilter } from '#libs/mail/spam';
import { AntivirusModule } from '../antivirus.module.js';
import { MailConfig } from '../config.js';
import { DomainsModule } from '../domains/domains.module.js';
import { MailboxesModule } from '../mailboxes/mailboxes.module.js';
import { MessageStoreModule } from '../messages/store/message-store.module.js';
import { TrustReportsModule } from '../trust-reports/trust-reports.module.js';
import { ReturnPaths } from './return-paths.js';
import { ArrivingMessages } from './arriving-messages.js';
import { DeliveryRules } from './delivery/delivery-rules.js';
import { Examination } from './examination.js';
import { ImmediateDelivery } from './delivery/immediate-delivery.js';
import { DeliveryCommits } from './delivery/delivery-commits.js';
import { MailboxDelivery } from './delivery/mailbox-delivery.js';
import { InboundListener } from './inbound-listener.js';
import { InboundMessagesService } from './inbound-messages.service.js';
import { InboundProcessor } from './delivery/inbound.processor.js';
import { InboundRecipients } from './inbound-recipients.js';
import { PassedDomainRepository } from './passing/passed-domain.repository.js';
import { PassedDomains } from './passing/passed-domains.js';
import { PassedDomainsReceiver } from './passing/passed-domains.receiver.js';
import { PassedMail } from './passing/passed-mail.js';
import { ReceivedReports } from './received-reports.js';

/** Mail that comes in by SMTP. */
@Module({
  imports: [AntivirusModule, DomainsModule, MailboxesModule, MessageStoreModule, TrustReportsModule],
  providers: [
    ArrivingMessages,
    DeliveryRules,
    Examination,
    ImmediateDelivery,
    DeliveryCommits,
    MailboxDelivery,
    InboundListener,
    InboundMessagesService,
    InboundProcessor,
    InboundRecipients,
    PassedDomainRepository,
    PassedDomains,
    PassedDomainsReceiver,
    PassedMail,
    ReceivedReports,
    ReturnPaths,
    SenderCheck,
    SenderRecords,
    SenderThreads,
    {
      provide: SenderCheckOptions,
      inject: [MailConfig],
      useFactory: ({ mailHost, dnsServer }: MailConfig): SenderCheckOptions => ({ serverName: mailHost, dnsServer }),
    },
    {
      provide: SpamFilter,
      inject: [MailConfig],
      useFactory: ({ rspamdUrl }: MailConfig) => new SpamFilter({ rspamdUrl }),
    },
  ],
  exports: [DeliveryRules, InboundListener, InboundMessagesService, ReturnPaths],
})
export class ReceivingModule {}
