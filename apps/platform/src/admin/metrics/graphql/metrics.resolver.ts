import { Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { MetricsView } from '../dto/metrics.responses.js';
import { toMetricsView } from '../metrics.mapper.js';
import { PlatformMetricsService } from '../platform-metrics.service.js';

@Operator()
@Resolver(() => MetricsView)
export class MetricsResolver {
  constructor(private readonly metrics: PlatformMetricsService) {}

  @Query(() => MetricsView, {
    nullable: true,
    description: 'The figures of the whole platform, a few seconds old at most. For operators.',
  })
  async platformMetrics(): Promise<MetricsView> {
    return toMetricsView(await this.metrics.get());
  }
}
