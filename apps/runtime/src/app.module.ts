import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { BLOB_REFERENCES, LeadCaptureModule } from '#libs/sites/forms';
import { MEDIA_BLOBS } from '#libs/sites/sites';
import { StorageModule } from '#libs/core/storage';
import { EventStoreModule } from '#libs/sites/traffic';
import { CollectModule } from './collect/collect.module.js';
import { BundlesModule } from './bundles/bundles.module.js';
import type { RuntimeConfig } from './config.js';
import { ENTITIES } from './entities.js';
import { JOB_KINDS } from './jobs.js';
import { MediaModule } from './media/media.module.js';
import { PixelModule } from './pixel/pixel.module.js';
import { ReplayModule } from './replay/replay.module.js';
import { SiteFilesModule } from './site-files/site-files.module.js';
import { VisitRoutesModule } from './visits/visit-routes.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { TagsModule } from './tags/tags.module.js';
import { TlsModule } from './tls/tls.module.js';

@Module({})
export class RuntimeModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: RuntimeModule,
      imports: [
        ServiceModule.forRoot(config, {
          app: 'runtime',
          queues: 'pages',
          entities: ENTITIES,
          jobs: JOB_KINDS,
          audit: false,
        }),
        AppEventsModule.forSender({
          app: 'runtime',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          // Identity and Platform get those of Pages, with which the runtime shares the outbox.
          batched: ['pages.visits.reported'],
          receivers: { crm: config.crmUrl, identity: config.identityUrl, platform: config.platformUrl },
        }),
        LeadCaptureModule.forRoot(config),
        EventStoreModule.forRoot(config),
        StorageModule.forRoot({
          dir: config.blobDir,
          s3Url: config.s3Url,
          references: [...BLOB_REFERENCES, ...MEDIA_BLOBS],
        }),
        CallLimitsModule.forRoot({ app: 'runtime', redisUrl: config.redisUrl }),
        BundlesModule,
        CollectModule,
        MediaModule,
        PixelModule,
        ReplayModule,
        SiteFilesModule,
        TagsModule,
        TlsModule,
        // Their routes match every path: the last ones.
        SubmissionsModule,
        VisitRoutesModule,
      ],
    };
  }
}
