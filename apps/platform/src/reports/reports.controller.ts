import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { PeriodQuery, TimeseriesQuery, TopTemplatesQuery } from './dto/report.queries.js';
import { OverviewResponse, TimeseriesResponse, TopTemplatesResponse } from './dto/report.responses.js';
import { toOverview, toPoint, toTopTemplate } from './report.mapper.js';
import { periodOf, ReportsService } from './reports.service.js';

@ApiTags('Reports')
@Controller('api/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('overview')
  @Session()
  @Operation({
    summary: 'Totals and rates of a period',
    description: 'Each event counts in the hour in which it happened.',
    success: { status: 200, type: OverviewResponse },
  })
  async overview(@Query() { from, to }: PeriodQuery): Promise<OverviewResponse> {
    const period = periodOf(from, to, new Date());
    return toOverview(period, await this.reports.overview(currentTenantId(), period));
  }

  @Get('timeseries')
  @Session()
  @Operation({
    summary: 'Totals by hour, day, week or month',
    description: 'At is the beginning of each interval.',
    success: { status: 200, type: TimeseriesResponse },
  })
  async timeseries(@Query() { from, to, interval, channel }: TimeseriesQuery): Promise<TimeseriesResponse> {
    const period = periodOf(from, to, new Date());
    const points = await this.reports.series(currentTenantId(), period, interval, channel);
    return { Points: points.map(toPoint) };
  }

  @Get('top-templates')
  @Session()
  @Operation({
    summary: 'The templates that most messages were made from',
    description: 'limit says how many templates are listed.',
    success: { status: 200, type: TopTemplatesResponse },
  })
  async topTemplates(@Query() { from, to, channel, limit }: TopTemplatesQuery): Promise<TopTemplatesResponse> {
    const period = periodOf(from, to, new Date());
    const templates = await this.reports.topTemplates(currentTenantId(), period, channel, limit);
    return { Templates: templates.map(toTopTemplate) };
  }
}
