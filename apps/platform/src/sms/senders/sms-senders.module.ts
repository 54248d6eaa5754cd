import { Module } from '@nestjs/common';
import { SendingModule } from '../../sending/sending.module.js';
import { SmsCarriersModule } from '../sms-carriers.module.js';
import { SmsPolicyModule } from '../policy/sms-policy.module.js';
import { ConsoleSendersController } from './console-senders.controller.js';
import { SenderCodeProcessor } from './sender-code.processor.js';
import { SenderCodes } from './sender-codes.service.js';
import { ConsoleSendersResolver } from './graphql/console-senders.resolver.js';
import { SmsSendersResolver } from './graphql/sms-senders.resolver.js';
import { SmsSendersController } from './sms-senders.controller.js';
import { SmsSendersService } from './sms-senders.service.js';

@Module({
  imports: [SendingModule, SmsCarriersModule, SmsPolicyModule],
  controllers: [SmsSendersController, ConsoleSendersController],
  providers: [ConsoleSendersResolver, SmsSendersResolver, SmsSendersService, SenderCodes, SenderCodeProcessor],
})
export class SmsSendersModule {}
