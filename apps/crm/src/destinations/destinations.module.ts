import { Module } from '@nestjs/common';
import { OutboundClient } from '#libs/core/outbound';
import {
  FailingEndpoints,
  WEBHOOK_MACHINE,
  WebhookMetrics,
  WebhookOptions,
  WebhookSender,
  WebhookTransport,
} from '#libs/messaging/webhooks';
import { CrmConfig } from '../config.js';
import { KeysModule } from '../keys/keys.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { DestinationDeliveryProcessor } from './delivery/destination-delivery.processor.js';
import { DestinationOptions } from './delivery/destination-options.js';
import { DestinationSeals } from './delivery/destination-seals.js';
import { DestinationTransport } from './delivery/destination-transport.js';
import { FailingDestinations } from './delivery/failing-destinations.js';
import { ProviderTransports } from './delivery/provider-transports.js';
import { DestinationDeliveries } from './destination-deliveries.js';
import { DestinationDeliveryEraser } from './destination-delivery.eraser.js';
import { DestinationDeliveryRepository } from './destination-delivery.repository.js';
import { DestinationRetention } from './destination-retention.js';
import { DestinationRepository } from './destination.repository.js';
import { DestinationsController } from './destinations.controller.js';
import { DestinationsService } from './destinations.service.js';
import { DestinationsResolver } from './graphql/destinations.resolver.js';
import { LeadDestinations } from './lead-destinations.js';
import { WebhookDestinationsService } from './webhook-destinations.service.js';

/** More than the worker makes at a time: `EndpointSlots` limits requests by destination, not by host. */
const REQUESTS_AT_A_TIME = 1_024;

/** Places that captured leads, and what journeys and alerts say, are delivered to. */
@Module({
  imports: [KeysModule, LeadsModule],
  controllers: [DestinationsController],
  providers: [
    ...WEBHOOK_MACHINE,
    {
      provide: OutboundClient,
      inject: [CrmConfig],
      useFactory: ({ outboundAllow, dnsServer }: CrmConfig) =>
        new OutboundClient({
          allow: outboundAllow,
          dnsServer,
          concurrency: REQUESTS_AT_A_TIME,
          concurrencyPerOrigin: REQUESTS_AT_A_TIME,
        }),
    },
    { provide: WebhookOptions, useClass: DestinationOptions },
    { provide: WebhookTransport, useClass: DestinationTransport },
    { provide: FailingEndpoints, useClass: FailingDestinations },
    {
      provide: WebhookMetrics,
      useFactory: () => new WebhookMetrics({ prefix: 'crm_destination', noun: 'destination' }),
    },
    DestinationDeliveries,
    DestinationDeliveryEraser,
    DestinationDeliveryProcessor,
    DestinationDeliveryRepository,
    DestinationRepository,
    DestinationRetention,
    DestinationSeals,
    DestinationsResolver,
    DestinationsService,
    LeadDestinations,
    ProviderTransports,
    WebhookDestinationsService,
  ],
  exports: [DestinationDeliveries, DestinationRepository, DestinationsService, ProviderTransports, WebhookSender],
})
export class DestinationsModule {}
