import { Module } from '@nestjs/common';
import { ContactsModule } from '../../../contacts/contacts.module.js';
import { ListsModule } from '../../../lists/lists.module.js';
import { SuppressionsModule } from '../../../suppressions/suppressions.module.js';
import { TopicsModule } from '../../../topics/topics.module.js';
import { ResendAudienceContactsController } from './audience-contacts.controller.js';
import { ContactChoices } from './contact-choices.js';
import { ResendContactMembershipsController } from './contact-memberships.controller.js';
import { ResendContactsController } from './contacts.controller.js';
import { ResendSegmentsController } from './segments.controller.js';
import { TheirContacts } from './their-contacts.js';

@Module({
  imports: [ContactsModule, ListsModule, SuppressionsModule, TopicsModule],
  controllers: [
    ResendAudienceContactsController,
    ResendContactMembershipsController,
    ResendContactsController,
    ResendSegmentsController,
  ],
  providers: [ContactChoices, TheirContacts],
})
export class ResendAudienceModule {}
