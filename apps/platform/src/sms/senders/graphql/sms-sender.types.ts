import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { ConsoleSmsSenderFilters, ConsoleSmsSenderView, SmsSenderView } from '../sms-sender.dto.js';

const senders = pageConnectionOf('SmsSender', SmsSenderView, {
  max: 200,
  orders: new ListOrders('SmsSenderSort', { ...BY_TIME, ...byText('value') }),
  counted: true,
});

@ArgsType()
export class SmsSenderConnectionArgs extends senders.Args {}

@ObjectType('SmsSenderConnection')
export class SmsSenderConnection extends senders.Connection {}

const ofAllTenants = pageConnectionOf('ConsoleSmsSender', ConsoleSmsSenderView, {
  max: 200,
  filters: ConsoleSmsSenderFilters,
  orders: new ListOrders('ConsoleSmsSenderSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ConsoleSmsSenderConnectionArgs extends ofAllTenants.Args {}

@ObjectType('ConsoleSmsSenderConnection')
export class ConsoleSmsSenderConnection extends ofAllTenants.Connection {}
