import { Module } from '@nestjs/common';
import { ReplayResolver } from './graphql/replay.resolver.js';
import { ReplayController } from './replay.controller.js';
import { ReplayDays } from './replay-days.js';
import { ReplayService } from './replay.service.js';

/** Recordings of visitors, as their account sees them. */
@Module({
  controllers: [ReplayController],
  providers: [ReplayDays, ReplayResolver, ReplayService],
})
export class ReplayModule {}
