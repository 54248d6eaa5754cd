import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, IdArgument, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { DeliveryView } from '../dto/delivery.responses.js';
import { DeliveryFilters } from '../dto/webhook.requests.js';
import { WebhookView } from '../dto/webhook.responses.js';
import type { ListedDelivery } from '../delivery/webhook-delivery.repository.js';

const webhooks = pageConnectionOf('Webhook', WebhookView, {
  max: 200,
  orders: new ListOrders('WebhookSort', { ...BY_TIME, ...byText('url'), ...byDate('updated') }),
  counted: true,
});

@ArgsType()
export class WebhookConnectionArgs extends webhooks.Args {}

@ObjectType('WebhookConnection')
export class WebhookConnection extends webhooks.Connection {}

@ArgsType()
export class DeliveriesOfWebhook extends DeliveryFilters {
  @IdArgument()
  id: string;
}

const deliveries = pageConnectionOf<ListedDelivery, DeliveryView, DeliveriesOfWebhook>(
  'WebhookDelivery',
  DeliveryView,
  {
    max: 200,
    filters: DeliveriesOfWebhook,
    orders: new ListOrders('WebhookDeliverySort', BY_TIME),
    counted: true,
  },
);

@ArgsType()
export class WebhookDeliveryConnectionArgs extends deliveries.Args {}

@ObjectType('WebhookDeliveryConnection')
export class WebhookDeliveryConnection extends deliveries.Connection {}
