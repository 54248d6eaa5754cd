import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/sites.module.js';
import { Addresses } from './addresses.js';
import { MemoryWarmer } from './memory-warmer.js';

/** Pages, redirects and short links in memory, by their addresses. */
@Module({
  imports: [SitesModule],
  providers: [Addresses, MemoryWarmer],
  exports: [Addresses],
})
export class AddressesModule {}
