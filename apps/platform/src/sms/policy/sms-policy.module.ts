import { Module } from '@nestjs/common';
import { SmsCountryListRepository } from '../countries/sms-country-list.repository.js';
import { SmsCredentialRepository } from '../credentials/sms-credential.repository.js';
import { SmsSenderRepository } from '../senders/sms-sender.repository.js';
import { SmsPolicyCache } from './sms-policy-cache.js';
import { SmsRecipients } from './sms-recipients.js';

const SHARED = [SmsCountryListRepository, SmsCredentialRepository, SmsPolicyCache, SmsRecipients, SmsSenderRepository];

@Module({ providers: SHARED, exports: SHARED })
export class SmsPolicyModule {}
