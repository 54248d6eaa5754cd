import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import type { RuntimeConfig } from './config.js';
import { ENTITIES } from './entities.js';
import { VisitsModule } from './sites/visits.module.js';

@Module({})
export class RuntimeModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: RuntimeModule,
      imports: [
        ServiceModule.forRoot(config, { app: 'runtime', entities: ENTITIES, audit: false }),
        // The last one: its routes match every path.
        VisitsModule,
      ],
    };
  }
}
