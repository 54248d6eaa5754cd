import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { SegmentListEraser } from './segment-list.eraser.js';
import { SegmentListsReceiver } from './segment-lists.receiver.js';

/** Lists that follow segments of the CRM. */
@Module({
  imports: [ContactsModule, ListsModule, WebhooksModule],
  providers: [SegmentListEraser, SegmentListsReceiver],
})
export class SegmentListsModule {}
