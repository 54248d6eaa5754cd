import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import { ConsoleSmsSenderFilters, ConsoleSmsSenderView, SmsSenderView } from '../sms-sender.dto.js';

const senders = pageConnectionOf('SmsSender', SmsSenderView, { max: 200 });

@ArgsType()
export class SmsSenderConnectionArgs extends senders.Args {}

@ObjectType('SmsSenderConnection')
export class SmsSenderConnection extends senders.Connection {}

const ofAllTenants = pageConnectionOf('ConsoleSmsSender', ConsoleSmsSenderView, {
  max: 200,
  filters: ConsoleSmsSenderFilters,
});

@ArgsType()
export class ConsoleSmsSenderConnectionArgs extends ofAllTenants.Args {}

@ObjectType('ConsoleSmsSenderConnection')
export class ConsoleSmsSenderConnection extends ofAllTenants.Connection {}
