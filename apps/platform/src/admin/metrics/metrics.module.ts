import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { PlatformCountsModule } from '../../platform-counts/platform-counts.module.js';
import { DeadLettersModule } from '../dead-letters/dead-letters.module.js';
import { MetricsResolver } from './graphql/metrics.resolver.js';
import { MetricsController } from './metrics.controller.js';
import { PlatformSeriesController } from './series/platform-series.controller.js';
import { PlatformSeriesResolver } from './series/platform-series.resolver.js';
import { PlatformSeriesService } from './series/platform-series.service.js';
import { QueueSamples } from './series/queue-samples.js';
import { PlatformMetricsService } from './platform-metrics.service.js';

@Module({
  imports: [AuthGatewayModule, DeadLettersModule, PlatformCountsModule],
  controllers: [MetricsController, PlatformSeriesController],
  providers: [MetricsResolver, PlatformMetricsService, PlatformSeriesResolver, PlatformSeriesService, QueueSamples],
  exports: [PlatformMetricsService],
})
export class MetricsModule {}
