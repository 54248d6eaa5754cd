import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { GroupsQuery, OverviewQuery, TimeseriesQuery, TopTemplatesQuery } from './dto/report.queries.js';
import { GroupsResponse, OverviewResponse, TimeseriesResponse, TopTemplatesResponse } from './dto/report.responses.js';
import { groupOf } from './report-group.js';
import { toGroup, toOverview, toPoint, toTopTemplate } from './report.mapper.js';
import { periodOf, ReportsService } from './reports.service.js';

@ApiTags('Reports')
@Controller('api/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('overview')
  @Session()
  @Operation({
    summary: 'Totals and rates of a period',
    description: 'Each event counts in the hour in which it happened. Of one tag, campaign or environment, or of all.',
    success: { status: 200, type: OverviewResponse },
  })
  async overview(@Query() { from, to, ...filter }: OverviewQuery): Promise<OverviewResponse> {
    const period = periodOf(from, to, new Date());
    return toOverview(period, await this.reports.overview(currentTenantId(), period, groupOf(filter)));
  }

  @Get('timeseries')
  @Session()
  @Operation({
    summary: 'Totals by hour, day, week or month',
    description: 'At is the beginning of each interval. Of one tag, campaign or environment, or of all.',
    success: { status: 200, type: TimeseriesResponse },
  })
  async timeseries(@Query() query: TimeseriesQuery): Promise<TimeseriesResponse> {
    const { from, to, interval, channel, ...filter } = query;
    const period = periodOf(from, to, new Date());
    const points = await this.reports.series(currentTenantId(), period, interval, { channel, group: groupOf(filter) });
    return { Points: points.map(toPoint) };
  }

  @Get('groups')
  @Session()
  @Operation({
    summary: 'The tags, campaigns or environments that most messages are of',
    description: 'by says which; tags are those with one key. limit says how many are listed.',
    success: { status: 200, type: GroupsResponse },
  })
  async groups(@Query() { from, to, limit, ...list }: GroupsQuery): Promise<GroupsResponse> {
    const period = periodOf(from, to, new Date());
    const groups = await this.reports.groups(currentTenantId(), period, list, limit);
    return { Groups: groups.map(toGroup) };
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
