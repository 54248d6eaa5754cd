import { Module } from '@nestjs/common';
import { LinkClicks } from '../links/link-clicks.js';
import { SuspendedTenants } from '../tenants/suspended-tenants.js';
import { Addresses } from './addresses.js';
import { MemoryWarmer } from './memory-warmer.js';
import { SiteChanges } from './site-changes.js';
import { SiteHosts } from './site-hosts.js';
import { SiteMetrics } from './site.metrics.js';
import { SiteRepository } from './site.repository.js';
import { SiteSettings } from './site-settings.js';
import { Visits } from './visits.js';

/** The published sites in memory. */
@Module({
  providers: [
    Addresses,
    LinkClicks,
    MemoryWarmer,
    SiteChanges,
    SiteHosts,
    SiteMetrics,
    SiteRepository,
    SiteSettings,
    SuspendedTenants,
    Visits,
  ],
  exports: [Addresses, SiteChanges, SiteHosts, SiteMetrics, SiteRepository, SiteSettings, SuspendedTenants, Visits],
})
export class SitesModule {}
