import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { AlertEventFilters, AlertEventObject, EVENTS_MAX } from '../dto/alert-event.object.js';

const events = connectionOf('AlertEvent', AlertEventObject, {
  max: EVENTS_MAX,
  filters: AlertEventFilters,
  position: ({ id }) => [id],
  orders: new ListOrders('AlertEventSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class AlertEventConnectionArgs extends events.Args {}

@ObjectType()
export class AlertEventConnection extends events.Connection {}
