import { Module } from '@nestjs/common';
import { ExposureJournal } from './exposure-journal.js';
import { ExperimentExposures } from './exposures.js';
import { PageSplits } from './page-splits.js';

/** Experiments and routing, as visitors meet them. */
@Module({ providers: [ExperimentExposures, ExposureJournal, PageSplits], exports: [PageSplits] })
export class ExperimentsModule {}
