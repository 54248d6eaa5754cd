import { Module } from '@nestjs/common';
import { CarrierMessageRepository } from './carrier-message.repository.js';
import { SmsCredentials } from './credentials/sms-credentials.service.js';
import { NoticeTexts } from './notice-texts.js';
import { OwnCarriers } from './own/own-carriers.js';
import { OwnSmsTransports } from './own/own-sms-transports.js';
import { SmsPolicyModule } from './policy/sms-policy.module.js';
import { SmsCarriers } from './sms-carriers.js';

const SHARED = [SmsCarriers, CarrierMessageRepository, NoticeTexts, OwnCarriers, OwnSmsTransports, SmsCredentials];

@Module({ imports: [SmsPolicyModule], providers: SHARED, exports: SHARED })
export class SmsCarriersModule {}
