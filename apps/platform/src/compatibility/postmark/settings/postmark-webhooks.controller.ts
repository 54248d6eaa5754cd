import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, KeyInHeader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { idAt, positionOf } from '#libs/core/persistence';
import { DEFAULT_STREAM } from '../../../webhook-formats/postmark/postmark-bounces.js';
import type { WebhookEndpoint } from '../../../webhooks/webhook-endpoint.entity.js';
import { MAX_ENDPOINTS, WebhooksService } from '../../../webhooks/webhooks.service.js';
import { POSTMARK_STEP } from '../../frame/shared-paths.js';
import { TOKEN } from '../postmark-token.js';
import { TheirQuery } from '../their-query.js';
import { toEndpoint, toEndpointChange } from './to-webhook.js';
import { fromEvents } from './webhook-triggers.js';

/** Endpoints with bodies in Postmark's form, as its clients keep them. */
@ApiExcludeController()
@Controller(`${POSTMARK_STEP}/webhooks`)
export class PostmarkWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @KeyInHeader('webhooks:read', TOKEN)
  async list(@Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    if ((query.text('messagestream') ?? DEFAULT_STREAM) !== DEFAULT_STREAM)
      throw query.invalid('messagestream', 'must be outbound: a webhook tells of all streams');
    const { items } = await this.webhooks.listPage(currentTenantId(), { limit: MAX_ENDPOINTS });
    return { Webhooks: items.filter(isOurs).map(fromEndpoint) };
  }

  /** Its answer has the secret that signs the deliveries, which is not shown again. */
  @Post()
  @HttpCode(200)
  @KeyInHeader('webhooks:write', TOKEN)
  async create(@Body() body: unknown): Promise<object> {
    const { endpoint, secret } = await this.webhooks.create(currentTenantId(), toEndpoint(body));
    return { ...fromEndpoint(endpoint), Secret: secret };
  }

  @Get(':id')
  @KeyInHeader('webhooks:read', TOKEN)
  async get(@Param('id') id: string): Promise<object> {
    return fromEndpoint(await this.find(id));
  }

  @Put(':id')
  @KeyInHeader('webhooks:write', TOKEN)
  async edit(@Param('id') id: string, @Body() body: unknown): Promise<object> {
    const endpoint = await this.find(id);
    return fromEndpoint(await this.webhooks.update(endpoint, toEndpointChange(body, endpoint)));
  }

  @Delete(':id')
  @KeyInHeader('webhooks:write', TOKEN)
  async delete(@Param('id') id: string): Promise<object> {
    await this.webhooks.delete(await this.find(id));
    return { ErrorCode: 0, Message: `Webhook ${id} removed.` };
  }

  /** @throws Problem NotFound, also for an endpoint whose bodies are of another form */
  private async find(id: string): Promise<WebhookEndpoint> {
    const position = Number(id);
    const isPosition = Number.isSafeInteger(position) && position >= 0;
    const endpoint = isPosition ? await this.webhooks.find(currentTenantId(), idAt('whk', position)) : null;
    if (endpoint && isOurs(endpoint)) return endpoint;
    throw new Problem('NotFound', { message: 'The webhook was not found' });
  }
}

const isOurs = ({ format }: WebhookEndpoint): boolean => format === 'postmark';

/** Endpoint as Postmark shows a webhook: one that is not active has no trigger. */
const fromEndpoint = ({ id, url, events, active }: WebhookEndpoint): object => ({
  ID: positionOf(id),
  Url: url,
  MessageStream: DEFAULT_STREAM,
  HttpAuth: null,
  HttpHeaders: [],
  Triggers: fromEvents(active ? events : []),
});
