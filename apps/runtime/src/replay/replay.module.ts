import { Module } from '@nestjs/common';
import { CollectModule } from '../collect/collect.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { MaskThread } from './masking/mask-thread.js';
import { ReplayController } from './replay.controller.js';
import { ReplayRepository } from './replay.repository.js';
import { Replays } from './replays.js';

/** Recordings of visitors. */
@Module({
  imports: [CollectModule, SitesModule],
  controllers: [ReplayController],
  providers: [MaskThread, ReplayRepository, Replays],
})
export class ReplayModule {}
