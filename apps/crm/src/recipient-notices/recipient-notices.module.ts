import { Module } from '@nestjs/common';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { RecipientNoticesEraser } from './recipient-notices.eraser.js';
import { RecipientNoticesReceiver } from './recipient-notices.receiver.js';

/** Takes withdrawals and bounces of recipients from Platform, which come by events. */
@Module({
  imports: [ConsentModule, ContactsModule, KeysModule],
  providers: [RecipientNoticesEraser, RecipientNoticesReceiver],
})
export class RecipientNoticesModule {}
