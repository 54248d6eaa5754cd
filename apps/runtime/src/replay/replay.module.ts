import { Module } from '@nestjs/common';
import { CallCounter } from '#libs/core/limits';
import { RuntimeConfig } from '../config.js';
import { SitesModule } from '../sites/sites.module.js';
import { MaskThread } from './masking/mask-thread.js';
import { ReplayController } from './replay.controller.js';
import { ReplayPlans } from './replay-plans.js';
import { ReplayRepository } from './replay.repository.js';
import { Replays } from './replays.js';

/** Recordings of visitors. */
@Module({
  imports: [SitesModule],
  controllers: [ReplayController],
  providers: [
    MaskThread,
    ReplayPlans,
    ReplayRepository,
    Replays,
    {
      provide: CallCounter,
      inject: [RuntimeConfig],
      useFactory: ({ redisUrl }: RuntimeConfig) => new CallCounter(redisUrl, 'runtime'),
    },
  ],
})
export class ReplayModule {}
