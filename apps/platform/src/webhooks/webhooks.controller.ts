import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import {
  CreateWebhookRequest,
  EmptyRequest,
  ListWebhooksQuery,
  ReplayWebhookRequest,
  TestWebhookRequest,
  UpdateWebhookRequest,
} from './dto/webhook.requests.js';
import {
  CreatedWebhookResponse,
  QueuedDeliveryResponse,
  ReplayResponse,
  RotatedSecretResponse,
  WebhookPageResponse,
  WebhookResponse,
} from './dto/webhook.responses.js';
import { KnownWebhook } from './known-webhook.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('Webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Add a webhook endpoint',
    description: 'The answer holds the secret that signs its deliveries; it is not shown again.',
    type: CreatedWebhookResponse,
    location: ({ Webhook: { Id } }) => `/api/webhooks/${Id}`,
    errors: [409],
  })
  async create(@Body() body: CreateWebhookRequest): Promise<CreatedWebhookResponse> {
    return CreatedWebhookResponse.of(await this.webhooks.create(currentTenantId(), body.toEndpoint()));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List webhook endpoints, newest first',
    description: 'Without their secrets.',
    success: { status: 200, type: WebhookPageResponse },
  })
  async list(@Query() page: ListWebhooksQuery): Promise<WebhookPageResponse> {
    return WebhookPageResponse.of(await this.webhooks.listPage(currentTenantId(), page));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a webhook endpoint',
    description: 'Without its secret: that is shown when it is made.',
    success: { status: 200, type: WebhookResponse },
  })
  get(@KnownWebhook() webhook: WebhookEndpoint): WebhookResponse {
    return WebhookResponse.of(webhook);
  }

  @Patch(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Change a webhook endpoint',
    description: 'While it is not active, nothing is sent: new events are not kept for it, waiting deliveries fail.',
    success: { status: 200, type: WebhookResponse },
  })
  async update(@KnownWebhook() webhook: WebhookEndpoint, @Body() body: UpdateWebhookRequest): Promise<WebhookResponse> {
    return WebhookResponse.of(await this.webhooks.update(webhook, body.toChange()));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Remove a webhook endpoint',
    description: 'Nothing is sent to it any more, not even what waits.',
    success: { status: 204 },
  })
  async delete(@KnownWebhook() webhook: WebhookEndpoint): Promise<void> {
    await this.webhooks.delete(webhook);
  }

  @Post(':id/rotate-secret')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Give a webhook endpoint a new secret',
    description: 'For 24 hours each delivery bears a signature by the new secret and one by the secret before.',
    success: { status: 200, type: RotatedSecretResponse },
  })
  async rotateSecret(
    @KnownWebhook() webhook: WebhookEndpoint,
    @Body() _body: EmptyRequest,
  ): Promise<RotatedSecretResponse> {
    return RotatedSecretResponse.of(await this.webhooks.rotateSecret(webhook));
  }

  @Post(':id/test')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Send a sample event to a webhook endpoint',
    description: 'It is queued, signed, delivered and retried like any other; its Data has Test: true.',
    success: { status: 202, type: QueuedDeliveryResponse },
    errors: [409],
  })
  async test(
    @KnownWebhook() webhook: WebhookEndpoint,
    @Body() { EventType }: TestWebhookRequest,
  ): Promise<QueuedDeliveryResponse> {
    return { DeliveryId: await this.deliveries.test(webhook, EventType) };
  }

  @Post(':id/replay')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Deliver the events of a time once more',
    description: 'Each event that was to be delivered in that time, once, with the same EventId and payload.',
    success: { status: 202, type: ReplayResponse },
    errors: [409],
  })
  async replay(@KnownWebhook() webhook: WebhookEndpoint, @Body() body: ReplayWebhookRequest): Promise<ReplayResponse> {
    return { Count: await this.deliveries.replay(webhook, body.toRange()) };
  }
}
