import { Module } from '@nestjs/common';
import { LeadCountRetention } from './lead-count-retention.js';
import { LeadCounts } from './lead-counts.js';

/** Numbers of received leads. */
@Module({
  providers: [LeadCountRetention, LeadCounts],
  exports: [LeadCounts],
})
export class LeadCountsModule {}
