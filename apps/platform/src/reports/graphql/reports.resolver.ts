import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { GroupsQuery, OverviewQuery, TimeseriesQuery, TopTemplatesQuery } from '../dto/report.queries.js';
import { GroupObject, OverviewResponse, PointObject, TopTemplateObject } from '../dto/report.responses.js';
import { groupOf } from '../report-group.js';
import { toGroup, toOverview, toPoint, toTopTemplate } from '../report.mapper.js';
import { periodOf, ReportsService } from '../reports.service.js';

@Session()
@Resolver()
export class ReportsResolver {
  constructor(private readonly reports: ReportsService) {}

  @Query(() => OverviewResponse, {
    nullable: true,
    description: 'Totals and rates of a period: of one tag, campaign or environment, or of all messages.',
  })
  async reportOverview(@Args() { from, to, ...filter }: OverviewQuery): Promise<OverviewResponse> {
    const period = periodOf(from, to, new Date());
    return toOverview(period, await this.reports.overview(currentTenantId(), period, groupOf(filter)));
  }

  @Query(() => [PointObject], {
    nullable: true,
    description: 'Totals by hour, day, week or month: of one tag, campaign or environment, or of all messages.',
  })
  async reportTimeseries(@Args() args: TimeseriesQuery): Promise<PointObject[]> {
    const { from, to, interval, channel, ...filter } = args;
    const period = periodOf(from, to, new Date());
    const points = await this.reports.series(currentTenantId(), period, interval, { channel, group: groupOf(filter) });
    return points.map(toPoint);
  }

  @Query(() => [GroupObject], {
    nullable: true,
    description: 'The tags with one key, the campaigns or the environments that most messages are of.',
  })
  async reportGroups(@Args() { from, to, limit, ...list }: GroupsQuery): Promise<GroupObject[]> {
    const groups = await this.reports.groups(currentTenantId(), periodOf(from, to, new Date()), list, limit);
    return groups.map(toGroup);
  }

  @Query(() => [TopTemplateObject], {
    nullable: true,
    description: 'The templates that most messages were made from.',
  })
  async reportTopTemplates(@Args() args: TopTemplatesQuery): Promise<TopTemplateObject[]> {
    const { from, to, channel, limit } = args;
    const period = periodOf(from, to, new Date());
    const templates = await this.reports.topTemplates(currentTenantId(), period, channel, limit);
    return templates.map(toTopTemplate);
  }
}
