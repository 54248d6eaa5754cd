import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { ReceivedEmailView } from '../emails/received-email.dto.js';
import { InboundRouteView } from '../routes/inbound-route.dto.js';
import type { DescribedRoute } from '../routes/inbound-routes.service.js';

const routes = pageConnectionOf<DescribedRoute, InboundRouteView>('InboundRoute', InboundRouteView, {
  max: 200,
  orders: new ListOrders('InboundRouteSort', {
    ...BY_TIME,
    ...byText('domain'),
    ...byText('recipient'),
    ...byDate('updated'),
  }),
  counted: true,
});

@ArgsType()
export class InboundRouteConnectionArgs extends routes.Args {}

@ObjectType('InboundRouteConnection')
export class InboundRouteConnection extends routes.Connection {}

const emails = pageConnectionOf('ReceivedEmail', ReceivedEmailView, {
  max: 200,
  orders: new ListOrders('ReceivedEmailSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ReceivedEmailConnectionArgs extends emails.Args {}

@ObjectType('ReceivedEmailConnection')
export class ReceivedEmailConnection extends emails.Connection {}
