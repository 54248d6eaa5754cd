import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { SenderCheck, SenderCheckOptions, SenderRecords, SenderThreads } from '#libs/mail/sender-checks';
import { PlatformConfig } from '../config.js';
import { DomainsModule } from '../domains/domains.module.js';
import { MailReceiversModule } from '../mail-receivers/mail-receivers.module.js';
import { SuspensionModule } from '../suspension/suspension.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ReceivedEmailEraser } from './emails/received-email.eraser.js';
import { ReceivedEmailRepository } from './emails/received-email.repository.js';
import { ReceivedEmailsController } from './emails/received-emails.controller.js';
import { ReceivedEmailsService } from './emails/received-emails.service.js';
import { ReceivedUrls } from './emails/received-urls.js';
import { InboundRouteChangesResolver } from './graphql/inbound-route-changes.resolver.js';
import { InboundRoutesResolver } from './graphql/inbound-routes.resolver.js';
import { ReceivedEmailsResolver } from './graphql/received-emails.resolver.js';
import { EmailReader } from './receiving/email-reader.js';
import { InboundReceiver } from './receiving/inbound-receiver.js';
import { InboundMetrics } from './receiving/inbound.metrics.js';
import { ReadingProcessor } from './receiving/reading.processor.js';
import { RouteDirectory } from './receiving/route-directory.js';
import { StorageRoom } from './receiving/storage-room.js';
import { InboundRouteRepository } from './routes/inbound-route.repository.js';
import { InboundRoutesController } from './routes/inbound-routes.controller.js';
import { InboundRoutesService } from './routes/inbound-routes.service.js';
import { MxRecords } from './routes/mx-records.js';
import { ReceivingDomains } from './routes/receiving-domains.js';

/** Mail that comes for domains of tenants, and the routes by which it does. */
@Module({
  imports: [DomainsModule, MailReceiversModule, SuspensionModule, WebhooksModule],
  controllers: [
    InboundRoutesController,
    ReceivedEmailsController,
    byKey(InboundRoutesController, { read: 'domains:read', write: 'domains:write' }),
    byKey(ReceivedEmailsController, { read: 'emails:read' }),
  ],
  providers: [
    EmailReader,
    InboundMetrics,
    InboundReceiver,
    InboundRouteChangesResolver,
    InboundRouteRepository,
    InboundRoutesResolver,
    InboundRoutesService,
    MxRecords,
    ReadingProcessor,
    ReceivedEmailEraser,
    ReceivedEmailRepository,
    ReceivedEmailsResolver,
    ReceivedEmailsService,
    ReceivedUrls,
    ReceivingDomains,
    RouteDirectory,
    SenderCheck,
    SenderRecords,
    SenderThreads,
    StorageRoom,
    {
      provide: SenderCheckOptions,
      inject: [PlatformConfig],
      useFactory: ({ receivingHost, dnsServer }: PlatformConfig): SenderCheckOptions => ({
        serverName: receivingHost,
        dnsServer,
      }),
    },
  ],
  exports: [ReceivedEmailsService],
})
export class InboundModule {}
