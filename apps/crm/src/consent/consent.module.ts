import { Module } from '@nestjs/common';
import { TimelineModule } from '../timeline/timeline.module.js';
import { AddressConsents } from './address-consents.js';
import { ConsentNotices } from './consent-notices.js';
import { ConsentEraser } from './consent.eraser.js';
import { Consents } from './consents.js';

/** Consents of contacts, for features that record them. The routes are in `ContactConsentModule`. */
@Module({
  imports: [TimelineModule],
  providers: [AddressConsents, ConsentEraser, ConsentNotices, Consents],
  exports: [AddressConsents, ConsentNotices, Consents],
})
export class ConsentModule {}
