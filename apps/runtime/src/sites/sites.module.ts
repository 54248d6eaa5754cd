import { Module } from '@nestjs/common';
import { SuspendedTenants } from './suspended-tenants.js';
import { PixelPlaces } from './pixel-places.js';
import { Pixels } from './pixels.js';
import { SiteChanges } from './site-changes.js';
import { SiteHosts } from './site-hosts.js';
import { SiteMetrics } from './site.metrics.js';
import { SiteRepository } from './site.repository.js';
import { SiteSettings } from './site-settings.js';

/** The hosts and the settings of published sites, and the log of what changes on them. */
@Module({
  providers: [PixelPlaces, Pixels, SiteChanges, SiteHosts, SiteMetrics, SiteRepository, SiteSettings, SuspendedTenants],
  exports: [PixelPlaces, Pixels, SiteChanges, SiteHosts, SiteMetrics, SiteRepository, SiteSettings, SuspendedTenants],
})
export class SitesModule {}
