import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { ReceiptRepository } from './receipt.repository.js';
import { SmsCallbackController } from './sms-callback.controller.js';
import { SmsCarriersModule } from './sms-carriers.module.js';
import { SmsController } from './sms.controller.js';
import { SmsProcessor } from './sms.processor.js';
import { SmsReceipts } from './sms-receipts.service.js';
import { SmsCountriesController } from './countries/sms-countries.controller.js';
import { SmsCountriesResolver } from './countries/graphql/sms-countries.resolver.js';
import { SmsCountriesService } from './countries/sms-countries.service.js';
import { SmsInboundModule } from './inbound/sms-inbound.module.js';
import { CarrierCheck } from './credentials/carrier-check.js';
import { SmsCredentialsResolver } from './credentials/graphql/sms-credentials.resolver.js';
import { OwnCarrierService } from './credentials/own-carrier.service.js';
import { SmsCredentialsController } from './credentials/sms-credentials.controller.js';
import { OwnCallbackController } from './own/own-callback.controller.js';
import { OwnSmsProcessor } from './own/own-sms.processor.js';
import { SmsPolicyModule } from './policy/sms-policy.module.js';
import { SmsSendersModule } from './senders/sms-senders.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { SmsChannel } from './sms-channel.js';

@Module({
  imports: [
    AdmissionModule,
    DeliveryModule,
    LimitsModule,
    MessageEventsModule,
    MessagesModule,
    SendingModule,
    SmsCarriersModule,
    SmsInboundModule,
    SmsPolicyModule,
    SmsSendersModule,
    TemplatesModule,
  ],
  controllers: [
    SmsController,
    SmsCallbackController,
    OwnCallbackController,
    SmsCountriesController,
    SmsCredentialsController,
  ],
  providers: [
    SmsChannel,
    SmsCountriesResolver,
    SmsCountriesService,
    SmsCredentialsResolver,
    OwnCarrierService,
    SmsProcessor,
    OwnSmsProcessor,
    SmsReceipts,
    ReceiptRepository,
    CarrierCheck,
  ],
  exports: [SmsChannel],
})
export class SmsModule {}
