import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { WebhookView } from '../dto/webhook.responses.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { WebhooksService } from '../webhooks.service.js';
import { WebhookArgument } from './webhook-argument.js';
import { WebhookConnection, WebhookConnectionArgs } from './webhook.types.js';

@Session()
@Resolver(() => WebhookView)
export class WebhooksResolver {
  constructor(private readonly service: WebhooksService) {}

  @Query(() => WebhookConnection, {
    nullable: true,
    description: 'The webhook endpoints, newest first, without their secrets.',
  })
  webhooks(@Args() args: WebhookConnectionArgs): Promise<WebhookConnection> {
    return WebhookConnection.read(args, (page) => this.service.listPage(currentTenantId(), page));
  }

  @Query(() => WebhookView, { nullable: true, description: 'One webhook endpoint, without its secret.' })
  webhook(@WebhookArgument() webhook: WebhookEndpoint): WebhookView {
    return WebhookView.of(webhook);
  }
}
