import { Module } from '@nestjs/common';
import { DestinationsModule } from '../destinations/destinations.module.js';
import { AlertChanges } from './alert-changes.js';
import { AlertClock } from './alert-clock.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { AlertRetention } from './alert-retention.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { AlertsResolver } from './graphql/alerts.resolver.js';
import { InterruptedJourneys } from './interrupted-journeys.js';

/** Alerts on the leads of an account. */
@Module({
  imports: [DestinationsModule],
  controllers: [AlertsController],
  providers: [
    AlertChanges,
    AlertClock,
    AlertEvaluator,
    AlertRepository,
    AlertRetention,
    AlertsResolver,
    AlertsService,
    InterruptedJourneys,
  ],
  exports: [InterruptedJourneys],
})
export class AlertsModule {}
