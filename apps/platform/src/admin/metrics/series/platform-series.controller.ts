import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { PlatformPointObject, PlatformSeriesQuery, PlatformSeriesResponse } from './platform-series.dto.js';
import { PlatformSeriesService } from './platform-series.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/metrics/series')
export class PlatformSeriesController {
  constructor(private readonly series: PlatformSeriesService) {}

  @Get()
  @Operation({
    summary: 'Read the figures of the whole platform over time',
    description: 'By the hour (up to 31 days) or by the day (up to 400): a point for each, also those without figures.',
    success: { status: 200, type: PlatformSeriesResponse },
  })
  async read(@Query() query: PlatformSeriesQuery): Promise<PlatformSeriesResponse> {
    return { Points: (await this.series.read(query)).map((point) => PlatformPointObject.of(point)) };
  }
}
