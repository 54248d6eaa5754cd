import { Module } from '@nestjs/common';
import { PlatformCountsModule } from '../../platform-counts/platform-counts.module.js';
import { DeadLettersModule } from '../dead-letters/dead-letters.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { AlertNotifier } from './alert-notifier.js';
import { AlertValues } from './alert-values.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { AlertsResolver } from './graphql/alerts.resolver.js';

@Module({
  imports: [DeadLettersModule, MetricsModule, PlatformCountsModule],
  controllers: [AlertsController],
  providers: [AlertEvaluator, AlertNotifier, AlertRepository, AlertValues, AlertsResolver, AlertsService],
})
export class AlertsModule {}
