import { Module } from '@nestjs/common';
import { TrafficFoldsModule } from '#libs/sites/traffic';
import { AddressesModule } from '../addresses/addresses.module.js';
import { ExperimentsModule } from '../experiments/experiments.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { Collector } from './commit/collector.js';
import { LeadVisitsFold } from './commit/lead-visits.fold.js';
import { OverQuota } from './commit/over-quota.js';
import { PageRowsFold } from './commit/page-rows.fold.js';
import { TrafficRetention } from './commit/retention.js';
import { Totals } from './commit/totals.js';
import { VisitorsFold } from './commit/visitors.fold.js';
import { CollectLimits } from './ingest/collect-limits.js';
import { CollectController } from './ingest/collect.controller.js';
import { Collect } from './ingest/collect.js';
import { EventGoals } from './ingest/event-goals.js';
import { EventJournal } from './ingest/event-journal.js';
import { LeadConversions } from './ingest/lead-conversions.js';
import { TenantPlans } from './ingest/tenant-plans.js';
import { LiveRing } from './live-ring.js';
import { Visitors } from './visitors/visitors.js';
import { VisitorSalts } from './visitors/visitor-salts.js';

/** Counts what visitors do. */
@Module({
  imports: [AddressesModule, ExperimentsModule, SitesModule, TrafficFoldsModule],
  controllers: [CollectController],
  providers: [
    Collect,
    CollectLimits,
    Collector,
    EventGoals,
    EventJournal,
    LeadConversions,
    LeadVisitsFold,
    LiveRing,
    OverQuota,
    PageRowsFold,
    TenantPlans,
    Totals,
    TrafficRetention,
    Visitors,
    VisitorsFold,
    VisitorSalts,
  ],
  exports: [LeadConversions, TenantPlans],
})
export class CollectModule {}
