import { Module } from '@nestjs/common';
import { ConfirmationLinks } from '../../lists/confirmation/confirmation-links.js';
import { MailMarks } from './mail-marks.js';
import { TrackingLinks } from './tracking-links.js';

/** The links that mails get when they leave. */
@Module({
  providers: [ConfirmationLinks, MailMarks, TrackingLinks],
  exports: [ConfirmationLinks, MailMarks, TrackingLinks],
})
export class MailMarksModule {}
