import { Module } from '@nestjs/common';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { PublishedPagesModule } from '../published-pages/published-pages.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { ExperimentBalance } from './experiment-balance.js';
import { ExperimentRetention } from './experiment-retention.js';
import { ExperimentRepository } from './experiment.repository.js';
import { ExperimentsController } from './experiments.controller.js';
import { ExperimentsService } from './experiments.service.js';
import { ExperimentsResolver } from './graphql/experiments.resolver.js';
import { AbReportController } from './report/ab-report.controller.js';
import { AbReportService } from './report/ab-report.service.js';
import { RunningExperiments } from './running-experiments.service.js';

@Module({
  imports: [PagesFeatureModule, PublishedPagesModule, PublishingModule],
  controllers: [ExperimentsController, AbReportController],
  providers: [
    AbReportService,
    ExperimentBalance,
    ExperimentRepository,
    ExperimentRetention,
    ExperimentsResolver,
    ExperimentsService,
    RunningExperiments,
  ],
})
export class ExperimentsModule {}
