import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_POSITION, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import type { AlertEvent } from '../alert-event.entity.js';
import { AlertEventFilters } from '../dto/alert.requests.js';
import { AlertEventView } from '../dto/alert.responses.js';

const events = pageConnectionOf('PlatformAlertEvent', AlertEventView, {
  max: 200,
  position: ({ position }: AlertEvent) => position,
  filters: AlertEventFilters,
  orders: new ListOrders('PlatformAlertEventSort', BY_POSITION),
  counted: true,
});

@ArgsType()
export class PlatformAlertEventConnectionArgs extends events.Args {}

@ObjectType('PlatformAlertEventConnection')
export class PlatformAlertEventConnection extends events.Connection {}
