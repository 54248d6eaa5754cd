import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { MetricsResponse } from './dto/metrics.responses.js';
import { toMetricsView } from './metrics.mapper.js';
import { PlatformMetricsService } from './platform-metrics.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/metrics')
export class MetricsController {
  constructor(private readonly metrics: PlatformMetricsService) {}

  @Get()
  @Operation({
    summary: 'Read the figures of the whole platform',
    description: 'Tenants, messages and webhooks of the last hour, day and week, queues; a few seconds old at most.',
    success: { status: 200, type: MetricsResponse },
  })
  async get(): Promise<MetricsResponse> {
    return { Metrics: toMetricsView(await this.metrics.get()) };
  }
}
