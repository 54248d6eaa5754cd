import { Module } from '@nestjs/common';
import { PlatformCountsRepository } from './platform-counts.repository.js';
import { PlatformCountsService } from './platform-counts.service.js';
import { PlatformTally } from './platform-tally.js';

@Module({
  providers: [PlatformCountsRepository, PlatformCountsService, PlatformTally],
  exports: [PlatformCountsService, PlatformTally],
})
export class PlatformCountsModule {}
