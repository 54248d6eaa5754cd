import { Module } from '@nestjs/common';
import { EmailsModule } from '../emails/emails.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { LeadMailProcessor } from './lead-mail.processor.js';
import { LeadMailReceiver } from './lead-mail.receiver.js';
import { LeadMailRequests } from './lead-mail-requests.js';

/** Mail about leads of landing pages: to members who hear of them, and the automatic answer to visitors. */
@Module({
  imports: [EmailsModule, ListsModule, SendingModule],
  providers: [LeadMailProcessor, LeadMailReceiver, LeadMailRequests],
})
export class LeadMailModule {}
