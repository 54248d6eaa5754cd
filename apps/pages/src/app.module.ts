import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import type { PagesConfig } from './config.js';
import { ENTITIES } from './entities.js';
import { FormsModule } from './forms/forms.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { NativeFieldsModule } from './native-fields/native-fields.module.js';
import { JOB_KINDS } from './jobs.js';
import { PagesFeatureModule } from './pages/pages.module.js';

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
        FormsModule,
        LimitsModule,
        NativeFieldsModule,
        PagesFeatureModule,
      ],
    };
  }
}
