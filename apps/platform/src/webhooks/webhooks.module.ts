import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { OutboundClient } from '#libs/core/outbound';
import {
  FailingEndpoints,
  WEBHOOK_MACHINE,
  WebhookMetrics,
  WebhookOptions,
  WebhookStore,
  WebhookTransport,
} from '#libs/messaging/webhooks';
import { PlatformConfig } from '../config.js';
import { PlatformCountsModule } from '../platform-counts/platform-counts.module.js';
import { TenantEventsModule } from '../tenant-changes/tenant-events.module.js';
import { WebhookFormatsModule } from '../webhook-formats/webhook-formats.module.js';
import { WebhookChangesResolver } from './graphql/webhook-changes.resolver.js';
import { WebhookDeliveriesResolver } from './graphql/webhook-deliveries.resolver.js';
import { WebhooksResolver } from './graphql/webhooks.resolver.js';
import { FailingWebhooks } from './delivery/failing-webhooks.js';
import { PlatformWebhookOptions } from './delivery/platform-webhook-options.js';
import { SignedWebhooks } from './delivery/signed-webhooks.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookDeliveryMetrics } from './delivery/webhook-delivery.metrics.js';
import { WebhookDeliveryEraser } from './delivery/webhook-delivery.eraser.js';
import { WebhookDeliveryProcessor } from './delivery/webhook-delivery.processor.js';
import { WebhookDeliveryRepository } from './delivery/webhook-delivery.repository.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookEvents } from './webhook-events.service.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

const KEY_ACCESS = { read: 'webhooks:read', write: 'webhooks:write' } as const;

/** More than the worker makes at a time: `EndpointSlots` limits requests by endpoint, not by host. */
const REQUESTS_AT_A_TIME = 2_048;

@Module({
  imports: [PlatformCountsModule, TenantEventsModule, WebhookFormatsModule],
  controllers: [
    WebhooksController,
    WebhookDeliveriesController,
    byKey(WebhooksController, KEY_ACCESS),
    byKey(WebhookDeliveriesController, KEY_ACCESS),
  ],
  providers: [
    {
      provide: OutboundClient,
      inject: [PlatformConfig],
      useFactory: ({ outboundAllow, dnsServer }: PlatformConfig) =>
        new OutboundClient({
          allow: outboundAllow,
          dnsServer,
          concurrency: REQUESTS_AT_A_TIME,
          concurrencyPerOrigin: REQUESTS_AT_A_TIME,
        }),
    },
    ...WEBHOOK_MACHINE,
    { provide: WebhookOptions, useClass: PlatformWebhookOptions },
    { provide: WebhookTransport, useClass: SignedWebhooks },
    { provide: FailingEndpoints, useClass: FailingWebhooks },
    { provide: WebhookMetrics, useClass: WebhookDeliveryMetrics },
    WebhookChangesResolver,
    WebhookDeliveriesResolver,
    WebhookDeliveriesService,
    WebhookDeliveryEraser,
    WebhookDeliveryProcessor,
    WebhookDeliveryRepository,
    WebhookEndpointRepository,
    WebhookEvents,
    WebhookSecrets,
    WebhooksResolver,
    WebhooksService,
  ],
  exports: [WebhookEvents, WebhooksService, WebhookStore],
})
export class WebhooksModule {}
