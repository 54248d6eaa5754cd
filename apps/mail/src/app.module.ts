import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/app';
import type { MailConfig } from './config.js';
import { ENTITIES } from './entities.js';

@Module({})
export class MailModule {
  static forRoot(config: MailConfig): DynamicModule {
    return {
      module: MailModule,
      imports: [ServiceModule.forRoot(config, { app: 'mail', entities: ENTITIES })],
    };
  }
}
