import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DeliveryDetailResponse, DeliveryPageResponse } from './dto/delivery.responses.js';
import { EmptyRequest, ListDeliveriesQuery, toDeliveryFilter } from './dto/webhook.requests.js';
import { QueuedDeliveryResponse } from './dto/webhook.responses.js';
import { KnownWebhook } from './known-webhook.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

@ApiTags('Webhooks')
@Controller('api/webhooks/:id/deliveries')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List deliveries to a webhook endpoint, newest first',
    description: 'Status and the outcome of the last attempt of each; a single delivery shows all attempts.',
    success: { status: 200, type: DeliveryPageResponse },
  })
  async list(
    @KnownWebhook() webhook: WebhookEndpoint,
    @Query() { cursor, limit, ...filters }: ListDeliveriesQuery,
  ): Promise<DeliveryPageResponse> {
    return DeliveryPageResponse.of(
      await this.deliveries.listPage(webhook, toDeliveryFilter(filters), { cursor, limit }),
    );
  }

  @Get(':delivery')
  @Session()
  @Operation({
    summary: 'Read a delivery with its payload and attempts',
    description: '404 for a delivery of another endpoint, as for one that does not exist.',
    success: { status: 200, type: DeliveryDetailResponse },
  })
  async get(
    @KnownWebhook() webhook: WebhookEndpoint,
    @Param('delivery') delivery: string,
  ): Promise<DeliveryDetailResponse> {
    return DeliveryDetailResponse.of(await this.deliveries.get(webhook, delivery));
  }

  @Post(':delivery/resend')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Deliver an event again',
    description: 'Makes a new delivery of the same event, with the same EventId and payload, whatever became of this.',
    success: { status: 202, type: QueuedDeliveryResponse },
    errors: [409],
  })
  async resend(
    @KnownWebhook() webhook: WebhookEndpoint,
    @Param('delivery') delivery: string,
    @Body() _body: EmptyRequest,
  ): Promise<QueuedDeliveryResponse> {
    return { DeliveryId: await this.deliveries.resend(webhook, delivery) };
  }
}
