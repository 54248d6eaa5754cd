import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import { BundlesModule } from './bundles/bundles.module.js';
import type { RuntimeConfig } from './config.js';
import { ENTITIES } from './entities.js';
import { SiteFilesModule } from './sites/site-files.module.js';
import { VisitsModule } from './sites/visits.module.js';
import { TlsModule } from './tls/tls.module.js';

@Module({})
export class RuntimeModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: RuntimeModule,
      imports: [
        ServiceModule.forRoot(config, { app: 'runtime', entities: ENTITIES, audit: false }),
        BundlesModule,
        SiteFilesModule,
        TlsModule,
        // The last one: its routes match every path.
        VisitsModule,
      ],
    };
  }
}
