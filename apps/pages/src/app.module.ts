import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { BLOB_REFERENCES, LeadCaptureModule } from '#libs/sites/forms';
import { MEDIA_BLOBS } from '#libs/sites/sites';
import { StorageModule } from '#libs/core/storage';
import { EventStoreModule } from '#libs/sites/traffic';
import { TenantExportModule, TenantRemovalModule } from '#libs/privacy/data-rights';
import { EventRows } from './analytics/event-rows.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { BrandModule } from './brand/brand.module.js';
import { BulkModule } from './bulk/bulk.module.js';
import { envelope } from './catalogue.js';
import type { PagesConfig } from './config.js';
import { DomainsModule } from './domains/domains.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { ENTITIES } from './entities.js';
import { ExperimentsModule } from './experiments/experiments.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { SubjectExportModule } from './subject-export/subject-export.module.js';
import { FormNoticesModule } from './form-notices/form-notices.module.js';
import { FormsModule } from './forms/forms.module.js';
import { GenerationModule } from './generation/generation.module.js';
import { ImportingModule } from './importing/importing.module.js';
import { ItemsModule } from './items/items.module.js';
import { JOB_KINDS } from './jobs.js';
import { LeadsModule } from './leads/leads.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MediaModule } from './media/media.module.js';
import { MovingModule } from './moving/moving.module.js';
import { NativeFieldsModule } from './native-fields/native-fields.module.js';
import { LinksModule } from './links/links.module.js';
import { PagesFeatureModule } from './pages/pages.module.js';
import { PixelsModule } from './pixels/pixels.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { RoutingModule } from './routing/routing.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { ReplayRows } from './replay/replay-rows.js';
import { ReplayModule } from './replay/replay.module.js';
import { SiteSeoModule } from './site-seo/site-seo.module.js';
import { SiteTagsModule } from './site-tags/site-tags.module.js';
import { PageTemplatesModule } from './page-templates/page-templates.module.js';
import { VersionsModule } from './versions/versions.module.js';

@Module({})
export class PagesModule {
  static forRoot(config: PagesConfig): DynamicModule {
    return {
      module: PagesModule,
      imports: [
        ServiceModule.forRoot(config, {
          app: 'pages',
          entities: ENTITIES,
          jobs: JOB_KINDS,
          access: { product: 'pages', keyIsDenied: true },
          graphql: envelope,
        }),
        AppEventsModule.forSender({
          app: 'pages',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          // With the runtime there is one outbox, and either delivers.
          batched: ['pages.visits.reported'],
          receivers: { crm: config.crmUrl, identity: config.identityUrl, platform: config.platformUrl },
        }),
        AppEventsModule.forReceiver(),
        TenantRemovalModule.forRoot({ app: 'pages', entities: ENTITIES, elsewhere: EventRows }),
        TenantExportModule.forRoot({
          app: 'pages',
          entities: ENTITIES,
          files: true,
          opener: ReplayRows,
          elsewhere: EventRows,
        }),
        LeadCaptureModule.forRoot(config),
        EventStoreModule.forRoot(config),
        StorageModule.forRoot({
          dir: config.blobDir,
          s3Url: config.s3Url,
          references: [...BLOB_REFERENCES, ...MEDIA_BLOBS],
        }),
        BrandModule,
        DomainsModule,
        ErasureModule,
        SubjectExportModule,
        FormsModule,
        FormNoticesModule,
        GenerationModule,
        ItemsModule,
        LeadsModule,
        CallLimitsModule.forRoot({ app: 'pages', redisUrl: config.redisUrl, graphql: true }),
        LimitsModule,
        LinksModule,
        MediaModule,
        NativeFieldsModule,
        // A page from its import on: the API's document has their routes together.
        ImportingModule,
        BulkModule,
        PagesFeatureModule,
        DraftsModule,
        VersionsModule,
        PixelsModule,
        PublishingModule,
        PreviewsModule,
        MovingModule,
        ExperimentsModule,
        RoutingModule,
        RedirectsModule,
        ReplayModule,
        SiteSeoModule,
        SiteTagsModule,
        PageTemplatesModule,
        AnalyticsModule,
        SavedViewsModule,
      ],
    };
  }
}
