import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { CreateWebhookRequest, UpdateWebhookRequest } from '../dto/webhook.requests.js';
import { CreatedWebhookResponse, RotatedSecretResponse, WebhookView } from '../dto/webhook.responses.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { WebhooksService } from '../webhooks.service.js';
import { WebhookArgument } from './webhook-argument.js';

@Session({ role: 'admin' })
@Resolver(() => WebhookView)
export class WebhookChangesResolver {
  constructor(private readonly webhooks: WebhooksService) {}

  @Mutation(() => CreatedWebhookResponse, {
    nullable: true,
    description: 'Adds a webhook endpoint. Its secret is shown this once.',
  })
  async createWebhook(@Args('input') input: CreateWebhookRequest): Promise<CreatedWebhookResponse> {
    return CreatedWebhookResponse.of(await this.webhooks.create(currentTenantId(), input.toEndpoint()));
  }

  @Mutation(() => WebhookView, {
    nullable: true,
    description:
      'Changes a webhook endpoint. What is absent stays. While it is not active, new events are not kept for it.',
  })
  async updateWebhook(
    @WebhookArgument() webhook: WebhookEndpoint,
    @Args('input') input: UpdateWebhookRequest,
  ): Promise<WebhookView> {
    return WebhookView.of(await this.webhooks.update(webhook, input.toChange()));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a webhook endpoint: nothing is sent to it any more, not even what waits. Answers its id.',
  })
  async deleteWebhook(@WebhookArgument() webhook: WebhookEndpoint): Promise<string> {
    await this.webhooks.delete(webhook);
    return webhook.id;
  }

  @Mutation(() => RotatedSecretResponse, {
    nullable: true,
    description: 'Gives a webhook endpoint a new secret, shown this once. The one before signs beside it for 24 hours.',
  })
  async rotateWebhookSecret(@WebhookArgument() webhook: WebhookEndpoint): Promise<RotatedSecretResponse> {
    return RotatedSecretResponse.of(await this.webhooks.rotateSecret(webhook));
  }
}
