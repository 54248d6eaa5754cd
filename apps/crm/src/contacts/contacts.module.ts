import { Module } from '@nestjs/common';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ContactChangeLog } from './contact-change-log.js';
import { ContactCreation } from './creation/contact-creation.js';
import { ContactEventsModule } from '../contact-events/contact-events.module.js';
import { ContactEraser } from './contact.eraser.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';
import { ContactRelations } from './graphql/contact-relations.js';
import { DomainIndexBackfill } from './filter-keys/domain-index-backfill.js';
import { FilterKeyBackfill } from './filter-keys/filter-key-backfill.js';
import { ContactsResolver } from './graphql/contacts.resolver.js';
import { IdentifiersResolver } from './graphql/identifiers.resolver.js';
import { IdentifierRepository } from './identifier-changes/identifier.repository.js';
import { IdentifiersController } from './identifier-changes/identifiers.controller.js';
import { IdentifiersService } from './identifier-changes/identifiers.service.js';
import { LifecycleController } from './lifecycle/lifecycle.controller.js';
import { LifecycleService } from './lifecycle/lifecycle.service.js';
import { NamedTenants } from './lifecycle/named-tenants.js';
import { Owners } from './owners.js';
import { RemovalService } from './lifecycle/removal.service.js';
import { RestoreController } from './lifecycle/restore.controller.js';
import { TwinSearch } from './twin-search.js';

@Module({
  imports: [
    AccountSettingsModule,
    CompaniesModule,
    ConsentModule,
    ContactEventsModule,
    CustomFieldsModule,
    KeysModule,
    TimelineModule,
  ],
  controllers: [ContactsController, IdentifiersController, LifecycleController, RestoreController],
  providers: [
    ContactChangeLog,
    ContactCreation,
    ContactEraser,
    ContactRelations,
    ContactRepository,
    ContactsResolver,
    ContactsService,
    DomainIndexBackfill,
    FilterKeyBackfill,
    IdentifierRepository,
    IdentifiersResolver,
    IdentifiersService,
    LifecycleService,
    NamedTenants,
    Owners,
    RemovalService,
    TwinSearch,
  ],
  exports: [
    ContactEventsModule,
    ContactRelations,
    ContactRepository,
    ContactsService,
    IdentifierRepository,
    Owners,
    TwinSearch,
  ],
})
export class ContactsModule {}
