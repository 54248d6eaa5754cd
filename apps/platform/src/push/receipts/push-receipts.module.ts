import { Module } from '@nestjs/common';
import { MessageEventsModule } from '../../messages/events/message-events.module.js';
import { MailMarksModule } from '../../tracking/links/mail-marks.module.js';
import { PushReceiptsController } from './push-receipts.controller.js';
import { PushReceipts } from './push-receipts.service.js';

/** The limit on calls of one address is that of all `t/…`; see TrackingModule. */
@Module({
  imports: [MailMarksModule, MessageEventsModule],
  controllers: [PushReceiptsController],
  providers: [PushReceipts],
})
export class PushReceiptsModule {}
