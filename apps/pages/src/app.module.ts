import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import { BrandModule } from './brand/brand.module.js';
import type { PagesConfig } from './config.js';
import { DomainsModule } from './domains/domains.module.js';
import { ENTITIES } from './entities.js';
import { FormsModule } from './forms/forms.module.js';
import { JOB_KINDS } from './jobs.js';
import { LimitsModule } from './limits/limits.module.js';
import { LinksModule } from './links/links.module.js';
import { NativeFieldsModule } from './native-fields/native-fields.module.js';
import { PagesFeatureModule } from './pages/pages.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { SiteSeoModule } from './site-seo/site-seo.module.js';

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
        }),
        BrandModule,
        DomainsModule,
        FormsModule,
        LimitsModule,
        LinksModule,
        NativeFieldsModule,
        PagesFeatureModule,
        RedirectsModule,
        SiteSeoModule,
      ],
    };
  }
}
