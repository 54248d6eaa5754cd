import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
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
import {
  toCreatedWebhook,
  toQueuedDelivery,
  toRotatedSecret,
  toWebhookPage,
  toWebhookResponse,
} from './webhook.mapper.js';
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
  @Operation({
    summary: 'Add a webhook endpoint',
    description: 'The answer holds the secret that signs its deliveries; it is not shown again.',
    success: { status: 201, type: CreatedWebhookResponse },
    errors: [409],
  })
  async create(
    @Body() body: CreateWebhookRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedWebhookResponse> {
    const request = { url: body.Url, events: body.Events, active: body.Active ?? true };
    const created = await this.webhooks.create(currentTenantId(), request);
    response.setHeader('Location', `/api/webhooks/${created.endpoint.id}`);
    return toCreatedWebhook(created);
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List webhook endpoints, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: WebhookPageResponse },
  })
  async list(@Query() { cursor, limit }: ListWebhooksQuery): Promise<WebhookPageResponse> {
    return toWebhookPage(await this.webhooks.list(currentTenantId(), cursor, limit));
  }

  @Get(':id')
  @Session()
  @KnownWebhook()
  @Operation({
    summary: 'Read a webhook endpoint',
    description: 'The secret of the endpoint is shown only when it is made or rotated.',
    success: { status: 200, type: WebhookResponse },
  })
  async read(@Param('id') id: string): Promise<WebhookResponse> {
    return toWebhookResponse(await this.webhooks.read(currentTenantId(), id));
  }

  @Patch(':id')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Change a webhook endpoint',
    description: 'While it is not active, nothing is sent: new events are not kept for it, waiting deliveries fail.',
    success: { status: 200, type: WebhookResponse },
  })
  async update(
    @Param('id') id: string,
    @Body() { Url, Events, Active }: UpdateWebhookRequest,
  ): Promise<WebhookResponse> {
    const request = { url: Url, events: Events, active: Active };
    return toWebhookResponse(await this.webhooks.update(currentTenantId(), id, request));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Remove a webhook endpoint',
    description: 'Nothing is sent to it any more, not even what waits.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.webhooks.delete(currentTenantId(), id);
  }

  @Post(':id/rotate-secret')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Give a webhook endpoint a new secret',
    description: 'For 24 hours each delivery bears a signature by the new secret and one by the secret before.',
    success: { status: 200, type: RotatedSecretResponse },
  })
  async rotateSecret(@Param('id') id: string, @Body() _body: EmptyRequest): Promise<RotatedSecretResponse> {
    return toRotatedSecret(await this.webhooks.rotateSecret(currentTenantId(), id));
  }

  @Post(':id/test')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Send a sample event to a webhook endpoint',
    description: 'It is queued, signed, delivered and retried like any other; its Data has Test: true.',
    success: { status: 202, type: QueuedDeliveryResponse },
    errors: [409],
  })
  async test(@Param('id') id: string, @Body() { EventType }: TestWebhookRequest): Promise<QueuedDeliveryResponse> {
    return toQueuedDelivery(await this.deliveries.test(currentTenantId(), id, EventType));
  }

  @Post(':id/replay')
  @Session({ role: 'admin' })
  @KnownWebhook()
  @Operation({
    summary: 'Deliver the events of a time once more',
    description: 'Each event that was to be delivered in that time, once, with the same EventId and payload.',
    success: { status: 202, type: ReplayResponse },
    errors: [409],
  })
  async replay(@Param('id') id: string, @Body() { From, To, Status }: ReplayWebhookRequest): Promise<ReplayResponse> {
    const range = { from: new Date(From), to: new Date(To), status: Status };
    return { Count: await this.deliveries.replay(currentTenantId(), id, range) };
  }
}
