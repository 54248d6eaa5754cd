import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { ActivitiesModule } from './activities/activities.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { envelope } from './catalogue.js';
import { CompaniesModule } from './companies/companies.module.js';
import { CompanyPeopleModule } from './company-people/company-people.module.js';
import { StorageModule } from '#libs/core/storage';
import { TenantExportModule, TenantRemovalModule } from '#libs/privacy/data-rights';
import type { CrmConfig } from './config.js';
import { ContactChangesModule } from './contact-changes/contact-changes.module.js';
import { ContactListModule } from './contact-list/contact-list.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { ErasureRequestsModule } from './erasure-requests/erasure-requests.module.js';
import { SubjectExportModule } from './subject-export/subject-export.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { ENTITIES } from './entities.js';
import { CRM_EXPORT } from './tenant-export/exported.js';
import { EXPORT_BLOBS, ExportsModule } from './exports/exports.module.js';
import { ConversionsModule } from './conversions/conversions.module.js';
import { DestinationsModule } from './destinations/destinations.module.js';
import { FieldsModule } from './fields/fields.module.js';
import { ContactConsentModule } from './contact-consent/contact-consent.module.js';
import { DuplicatesModule } from './duplicates/duplicates.module.js';
import { JourneysModule } from './journeys/journeys.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { IMPORT_BLOBS, ImportsModule } from './imports/imports.module.js';
import { MergingModule } from './merging/merging.module.js';
import { JOB_KINDS } from './jobs.js';
import { MessageReportsModule } from './message-reports/message-reports.module.js';
import { PixelEventsModule } from './pixel-events/pixel-events.module.js';
import { RecipientNoticesModule } from './recipient-notices/recipient-notices.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { ScoresModule } from './scores/scores.module.js';
import { UsageModule } from './usage/usage.module.js';
import { VisitsModule } from './visits/visits.module.js';

@Module({})
export class CrmModule {
  static forRoot(config: CrmConfig): DynamicModule {
    return {
      module: CrmModule,
      imports: [
        ServiceModule.forRoot(config, {
          app: 'crm',
          entities: ENTITIES,
          jobs: JOB_KINDS,
          access: { product: 'crm', hidesRoutes: true },
          graphql: envelope,
        }),
        AppEventsModule.forSender({
          app: 'crm',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          receivers: {
            platform: config.platformUrl,
            pages: config.pagesUrl,
            mail: config.mailUrl,
            identity: config.identityUrl,
          },
          batched: ['crm.contacts.changed'],
        }),
        AppEventsModule.forReceiver(),
        TenantRemovalModule.forRoot({ app: 'crm', entities: ENTITIES }),
        TenantExportModule.forRoot(CRM_EXPORT),
        ContactChangesModule,
        ContactListModule,
        ActivitiesModule,
        AlertsModule,
        CompaniesModule,
        CompanyPeopleModule,
        ContactsModule,
        CustomersModule,
        VisitsModule,
        FieldsModule,
        ContactConsentModule,
        ConversionsModule,
        DestinationsModule,
        DuplicatesModule,
        JourneysModule,
        LeadsModule,
        MergingModule,
        StorageModule.forRoot({
          dir: config.blobDir,
          s3Url: config.s3Url,
          references: [...IMPORT_BLOBS, ...EXPORT_BLOBS],
        }),
        ImportsModule,
        ExportsModule,
        ErasureRequestsModule,
        SubjectExportModule.forRoot(config),
        MessageReportsModule,
        PixelEventsModule,
        RecipientNoticesModule,
        RetentionModule,
        SavedViewsModule,
        ScoresModule,
        SegmentsModule,
        UsageModule,
        CallLimitsModule.forRoot({ app: 'crm', redisUrl: config.redisUrl, graphql: true }),
      ],
    };
  }
}
