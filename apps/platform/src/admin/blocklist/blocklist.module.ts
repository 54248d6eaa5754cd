import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { BlockEntryRepository } from './block-entry.repository.js';
import { BlocklistController } from './blocklist.controller.js';
import { BlocklistService } from './blocklist.service.js';

@Module({
  imports: [AdmissionModule],
  controllers: [BlocklistController],
  providers: [BlocklistService, BlockEntryRepository],
  exports: [BlocklistService],
})
export class BlocklistModule {}
