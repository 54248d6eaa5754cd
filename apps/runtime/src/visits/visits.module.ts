import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { ExperimentsModule } from '../experiments/experiments.module.js';
import { LinkClicks } from '../links/link-clicks.js';
import { SitesModule } from '../sites/sites.module.js';
import { Visits } from './visits.js';

/** Answers visitors. The routes are in VisitRoutesModule, which is imported last. */
@Module({
  imports: [AddressesModule, ExperimentsModule, SitesModule],
  providers: [LinkClicks, Visits],
  exports: [Visits],
})
export class VisitsModule {}
