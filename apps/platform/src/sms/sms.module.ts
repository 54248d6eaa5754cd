import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { ReceiptRepository } from './receipt.repository.js';
import { SmsCallbackController } from './sms-callback.controller.js';
import { SmsCarriers } from './sms-carriers.js';
import { SmsController } from './sms.controller.js';
import { SmsProcessor } from './sms.processor.js';
import { SmsReceipts } from './sms-receipts.service.js';
import { SmsService } from './sms.service.js';

@Module({
  imports: [AdmissionModule, DeliveryModule, MessageEventsModule, SendingModule],
  controllers: [SmsController, SmsCallbackController],
  providers: [SmsService, SmsCarriers, SmsProcessor, SmsReceipts, CarrierMessageRepository, ReceiptRepository],
  exports: [SmsService],
})
export class SmsModule {}
