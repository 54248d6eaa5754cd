import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { bodyOf } from '#libs/core/http';
import { CreateWebhookRequest, UpdateWebhookRequest } from '../../../webhooks/dto/webhook.requests.js';
import { KnownWebhook } from '../../../webhooks/known-webhook.js';
import type { WebhookEndpoint } from '../../../webhooks/webhook-endpoint.entity.js';
import { WebhooksService } from '../../../webhooks/webhooks.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { eventOf, THEIR_EVENTS, wordOf } from './webhook-words.js';

/** Endpoints for events, as clients of Resend keep them: what they add gets events in the words of Resend. */
@ApiExcludeController()
@Controller('webhooks')
export class ResendWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @ApiKey('webhooks:write')
  async create(@Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const [Url, Events] = [fields.requiredText('endpoint'), eventsOf(fields)];
    if (!Events) throw fields.missing('events');
    const request = { Url, Events, Format: 'resend' };
    const { endpoint, secret } = await this.webhooks.create(
      currentTenantId(),
      bodyOf(request, CreateWebhookRequest).toEndpoint(),
    );
    return { object: 'webhook', id: endpoint.id, signing_secret: secret };
  }

  @Get()
  @ApiKey('webhooks:read')
  list(@Query() query: object): Promise<TheirList> {
    return listOf({ ...query }, 'whk', (page) => this.webhooks.listPage(currentTenantId(), page), fromWebhook);
  }

  @Get(':id')
  @ApiKey('webhooks:read')
  get(@KnownWebhook() endpoint: WebhookEndpoint): object {
    return { object: 'webhook', ...fromWebhook(endpoint), signing_secret: null };
  }

  @Patch(':id')
  @ApiKey('webhooks:write')
  async update(@KnownWebhook() endpoint: WebhookEndpoint, @Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const request = { Url: fields.text('endpoint'), Events: eventsOf(fields), Active: activeOf(fields) };
    await this.webhooks.update(endpoint, bodyOf(request, UpdateWebhookRequest).toChange());
    return { object: 'webhook', id: endpoint.id };
  }

  @Post(':id/signing-secret/rotate')
  @HttpCode(200)
  @ApiKey('webhooks:write')
  async rotateSecret(@KnownWebhook() endpoint: WebhookEndpoint): Promise<object> {
    const { secret } = await this.webhooks.rotateSecret(endpoint);
    return { object: 'webhook', id: endpoint.id, signing_secret: secret };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiKey('webhooks:write')
  async delete(@KnownWebhook() endpoint: WebhookEndpoint): Promise<object> {
    await this.webhooks.delete(endpoint);
    return { object: 'webhook', id: endpoint.id, deleted: true };
  }
}

/** Endpoint in a list of Resend. Its secret is shown when it is made, and not again. */
const fromWebhook = ({ id, createdAt, active, url, events }: WebhookEndpoint): object => ({
  id,
  created_at: createdAt.toISOString(),
  status: active ? 'enabled' : 'disabled',
  endpoint: url,
  events: events.map(wordOf),
});

function eventsOf(fields: TheirFields): string[] | undefined {
  if (!fields.has('events')) return undefined;
  return fields.texts('events').map((word) => {
    const type = eventOf(word);
    if (type === undefined)
      throw fields.invalid('events', `names ${JSON.stringify(word)}; there are ${THEIR_EVENTS.join(', ')}`);
    return type;
  });
}

function activeOf(fields: TheirFields): boolean | undefined {
  const status = fields.text('status');
  if (status === undefined) return undefined;
  if (status === 'enabled' || status === 'disabled') return status === 'enabled';
  throw fields.invalid('status', 'must be enabled or disabled');
}
