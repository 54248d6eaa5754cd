import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { DuplicatesModule } from '../duplicates/duplicates.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { LeadCountsModule } from '../lead-counts/lead-counts.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { CapturedLeads } from './listeners/captured-leads.js';
import { EventDaysModule } from '../event-days/event-days.module.js';
import { IpCountries } from './ip-countries.js';
import { LeadConsent } from './lead-consent.js';
import { LeadContacts } from './lead-contacts.js';
import { LeadEraser } from './lead.eraser.js';
import { LeadEventsReceiver } from './lead-events.receiver.js';
import { LeadFormBackfill } from './forms/lead-form-backfill.js';
import { LeadIntake } from './lead-intake.js';
import { LeadReader } from './lead-reader.js';
import { LeadReceiptRepository } from './lead-receipt.repository.js';
import { LeadRetraction } from './lead-retraction.js';

/** Leads of Pages, which come by events. */
@Module({
  imports: [
    AccountSettingsModule,
    ConsentModule,
    ContactsModule,
    CustomFieldsModule,
    DuplicatesModule,
    EventDaysModule,
    KeysModule,
    LeadCountsModule,
    TimelineModule,
  ],
  providers: [
    CapturedLeads,
    IpCountries,
    LeadConsent,
    LeadContacts,
    LeadEraser,
    LeadEventsReceiver,
    LeadFormBackfill,
    LeadIntake,
    LeadReader,
    LeadReceiptRepository,
    LeadRetraction,
  ],
  exports: [LeadReader],
})
export class LeadsModule {}
