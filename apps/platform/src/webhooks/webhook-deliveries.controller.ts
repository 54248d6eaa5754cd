import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { DeliveryDetailResponse, DeliveryPageResponse } from './dto/delivery.responses.js';
import { EmptyRequest, ListDeliveriesQuery } from './dto/webhook.requests.js';
import { QueuedDeliveryResponse } from './dto/webhook.responses.js';
import { KnownWebhook } from './known-webhook.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { toDeliveryDetail, toDeliveryPage, toQueuedDelivery } from './webhook.mapper.js';

@ApiTags('Webhooks')
@Controller('api/webhooks/:id/deliveries')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @Session()
  @KnownWebhook()
  @Operation({
    summary: 'List deliveries to a webhook endpoint, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DeliveryPageResponse },
  })
  async list(@Param('id') id: string, @Query() query: ListDeliveriesQuery): Promise<DeliveryPageResponse> {
    return toDeliveryPage(await this.deliveries.list(currentTenantId(), id, query));
  }

  @Get(':delivery')
  @Session()
  @KnownWebhook()
  @Operation({
    summary: 'Read a delivery with its payload and attempts',
    description: '404 for a delivery of another endpoint.',
    success: { status: 200, type: DeliveryDetailResponse },
  })
  async read(@Param('id') id: string, @Param('delivery') delivery: string): Promise<DeliveryDetailResponse> {
    return toDeliveryDetail(await this.deliveries.read(currentTenantId(), id, delivery));
  }

  @Post(':delivery/resend')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Deliver an event again',
    description: 'Makes a new delivery of the same event, with the same EventId and payload, whatever became of this.',
    success: { status: 202, type: QueuedDeliveryResponse },
    errors: [409],
  })
  async resend(
    @Param('id') id: string,
    @Param('delivery') delivery: string,
    @Body() _body: EmptyRequest,
  ): Promise<QueuedDeliveryResponse> {
    return toQueuedDelivery(await this.deliveries.resend(currentTenantId(), id, delivery));
  }
}
