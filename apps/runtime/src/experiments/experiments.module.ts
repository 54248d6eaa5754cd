import { Module } from '@nestjs/common';
import { ExperimentExposures } from './exposures.js';
import { PageSplits } from './page-splits.js';

/** Experiments and routing, as visitors meet them. */
@Module({ providers: [ExperimentExposures, PageSplits], exports: [PageSplits] })
export class ExperimentsModule {}
