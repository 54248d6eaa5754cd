import { Module } from '@nestjs/common';
import { AlertChanges } from './alert-changes.js';
import { AlertClock } from './alert-clock.js';
import { AlertDestinations } from './alert-destinations.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { AlertRetention } from './alert-retention.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { AlertsResolver } from './graphql/alerts.resolver.js';

/** Alerts on the leads of an account. */
@Module({
  controllers: [AlertsController],
  providers: [
    AlertChanges,
    AlertClock,
    AlertDestinations,
    AlertEvaluator,
    AlertRepository,
    AlertRetention,
    AlertsResolver,
    AlertsService,
  ],
})
export class AlertsModule {}
