import { Module } from '@nestjs/common';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { NoticeTexts } from './notice-texts.js';
import { SmsCarriers } from './sms-carriers.js';

@Module({
  providers: [SmsCarriers, CarrierMessageRepository, NoticeTexts],
  exports: [SmsCarriers, CarrierMessageRepository, NoticeTexts],
})
export class SmsCarriersModule {}
