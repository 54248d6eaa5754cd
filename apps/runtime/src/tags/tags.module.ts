import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/core/limits';
import { RuntimeConfig } from '../config.js';
import { SitesModule } from '../sites/sites.module.js';
import { ConsentController } from './consent.controller.js';
import { Consents } from './consents.js';

/** Decisions of visitors about the tags of pages. */
@Module({
  imports: [SitesModule],
  controllers: [ConsentController],
  providers: [
    Consents,
    {
      provide: CallCounter,
      inject: [RuntimeConfig],
      useFactory: ({ redisUrl }: RuntimeConfig) => new CallCounter(redisUrl, 'runtime'),
    },
  ],
})
export class TagsModule {}
