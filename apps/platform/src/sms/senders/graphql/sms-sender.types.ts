import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/graphql';
import { SmsSenderView } from '../sms-sender.dto.js';

const senders = pageConnectionOf('SmsSender', SmsSenderView, { max: 200 });

@ArgsType()
export class SmsSenderConnectionArgs extends senders.Args {}

@ObjectType('SmsSenderConnection')
export class SmsSenderConnection extends senders.Connection {}
