import { Module } from '@nestjs/common';
import { PlatformCountsRepository } from './platform-counts.repository.js';
import { PlatformTally } from './platform-tally.js';

@Module({
  providers: [PlatformCountsRepository, PlatformTally],
  exports: [PlatformCountsRepository, PlatformTally],
})
export class PlatformCountsModule {}
