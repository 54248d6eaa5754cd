import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import type { CrmConfig } from './config.js';
import { ENTITIES } from './entities.js';

@Module({})
export class CrmModule {
  static forRoot(config: CrmConfig): DynamicModule {
    return {
      module: CrmModule,
      imports: [ServiceModule.forRoot(config, { app: 'crm', entities: ENTITIES })],
    };
  }
}
