import { Module } from '@nestjs/common';
import { AuthGatewayModule } from '../../auth/auth-gateway.module.js';
import { PlatformCountsModule } from '../../platform-counts/platform-counts.module.js';
import { DeadLettersModule } from '../dead-letters/dead-letters.module.js';
import { MetricsResolver } from './graphql/metrics.resolver.js';
import { MetricsController } from './metrics.controller.js';
import { PlatformMetricsService } from './platform-metrics.service.js';

@Module({
  imports: [AuthGatewayModule, DeadLettersModule, PlatformCountsModule],
  controllers: [MetricsController],
  providers: [MetricsResolver, PlatformMetricsService],
  exports: [PlatformMetricsService],
})
export class MetricsModule {}
