import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { PushSendingModule } from '../push/sending/push-sending.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { JourneyListsProcessor } from './journey-lists.processor.js';
import { JourneyMessagesProcessor } from './journey-messages.processor.js';
import { JourneyMessagesReceiver } from './journey-messages.receiver.js';
import { JourneyReports } from './journey-reports.js';
import { JourneySubmissions } from './journey-submissions.js';

/** Messages of the tenant and members of its lists, as journeys of the CRM ask for them. */
@Module({
  imports: [ContactsModule, EmailsModule, ListsModule, PushSendingModule, SendingModule, TemplatesModule],
  providers: [
    JourneyListsProcessor,
    JourneyMessagesProcessor,
    JourneyMessagesReceiver,
    JourneyReports,
    JourneySubmissions,
  ],
})
export class JourneyMessagesModule {}
