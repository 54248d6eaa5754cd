import { Module } from '@nestjs/common';
import { TrafficFoldsModule } from '#libs/sites/traffic';
import { SitesModule } from '../sites/sites.module.js';
import { Collector } from './commit/collector.js';
import { OverQuota } from './commit/over-quota.js';
import { PageRowsFold } from './commit/page-rows.fold.js';
import { TrafficRetention } from './commit/retention.js';
import { Totals } from './commit/totals.js';
import { VisitorsFold } from './commit/visitors.fold.js';
import { CollectLimits } from './ingest/collect-limits.js';
import { CollectController } from './ingest/collect.controller.js';
import { Collect } from './ingest/collect.js';
import { EventJournal } from './ingest/event-journal.js';
import { LeadConversions } from './ingest/lead-conversions.js';
import { TenantPlans } from './ingest/tenant-plans.js';
import { Visitors } from './visitors/visitors.js';
import { VisitorSalts } from './visitors/visitor-salts.js';

/** Counts what visitors do. */
@Module({
  imports: [SitesModule, TrafficFoldsModule],
  controllers: [CollectController],
  providers: [
    Collect,
    CollectLimits,
    Collector,
    EventJournal,
    LeadConversions,
    OverQuota,
    PageRowsFold,
    TenantPlans,
    Totals,
    TrafficRetention,
    Visitors,
    VisitorsFold,
    VisitorSalts,
  ],
  exports: [LeadConversions],
})
export class CollectModule {}
