import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { DeliveryDetailResponse, DeliveryDetailView, DeliveryView } from '../dto/delivery.responses.js';
import { ReplayWebhookRequest, TestWebhookRequest, toDeliveryFilter } from '../dto/webhook.requests.js';
import { QueuedDeliveryResponse, ReplayResponse } from '../dto/webhook.responses.js';
import { WebhookDeliveriesService } from '../webhook-deliveries.service.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { WebhooksService } from '../webhooks.service.js';
import { WebhookArgument } from './webhook-argument.js';
import { WebhookDeliveryConnection, WebhookDeliveryConnectionArgs } from './webhook.types.js';

@Resolver(() => DeliveryView)
export class WebhookDeliveriesResolver {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Query(() => WebhookDeliveryConnection, {
    nullable: true,
    description:
      'The deliveries to a webhook endpoint, newest first unless sorted, each with the outcome of its last attempt.',
  })
  @Session()
  async webhookDeliveries(@Args() args: WebhookDeliveryConnectionArgs): Promise<WebhookDeliveryConnection> {
    const webhook = await this.webhooks.find(currentTenantId(), args.id);
    if (!webhook) throw new Problem('NotFound');
    const filter = toDeliveryFilter(args);
    return WebhookDeliveryConnection.read(
      args,
      (page) => this.deliveries.listPage(webhook, filter, page),
      () => this.deliveries.count(webhook, filter),
    );
  }

  @Query(() => DeliveryDetailView, {
    nullable: true,
    description: 'One delivery to a webhook endpoint, with its payload and its attempts.',
  })
  @Session()
  async webhookDelivery(
    @WebhookArgument() webhook: WebhookEndpoint,
    @Args('deliveryId', { type: () => ID }) deliveryId: string,
  ): Promise<DeliveryDetailView> {
    return DeliveryDetailResponse.of(await this.deliveries.get(webhook, deliveryId)).Delivery;
  }

  @Mutation(() => QueuedDeliveryResponse, {
    nullable: true,
    description: 'Delivers an event again, whatever became of it: a new delivery with the same event id and payload.',
  })
  @Session({ role: 'admin' })
  async resendWebhookDelivery(
    @WebhookArgument() webhook: WebhookEndpoint,
    @Args('deliveryId', { type: () => ID }) deliveryId: string,
  ): Promise<QueuedDeliveryResponse> {
    return { DeliveryId: await this.deliveries.resend(webhook, deliveryId) };
  }

  @Mutation(() => QueuedDeliveryResponse, {
    nullable: true,
    description:
      'Sends a sample event to a webhook endpoint, which is delivered like any other; its data has Test: true.',
  })
  @Session({ role: 'admin' })
  async testWebhook(
    @WebhookArgument() webhook: WebhookEndpoint,
    @Args('input', { defaultValue: {} }) { EventType }: TestWebhookRequest,
  ): Promise<QueuedDeliveryResponse> {
    return { DeliveryId: await this.deliveries.test(webhook, EventType) };
  }

  @Mutation(() => ReplayResponse, {
    nullable: true,
    description: 'Delivers each event of a time once more, with the same event id and payload.',
  })
  @Session({ role: 'admin' })
  async replayWebhook(
    @WebhookArgument() webhook: WebhookEndpoint,
    @Args('input') input: ReplayWebhookRequest,
  ): Promise<ReplayResponse> {
    return { Count: await this.deliveries.replay(webhook, input.toRange()) };
  }
}
