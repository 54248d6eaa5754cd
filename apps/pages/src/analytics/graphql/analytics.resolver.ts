import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { EventObject } from '../dto/event.responses.js';
import { HeatMapObject, HeatMapQuery } from '../dto/heat-map.dto.js';
import { BreakdownQuery, EventsQuery, OverviewQuery, toDimension, toSegment } from '../dto/report.queries.js';
import { BreakdownObject, OverviewObject, QualityObject, ReportObject } from '../dto/report.responses.js';
import { SegmentQuery } from '../dto/segment.query.js';
import { toWindow, WindowQuery } from '../dto/window.query.js';
import { EventsService } from '../events.service.js';
import { HeatMapsService } from '../heat-maps.service.js';
import { TrafficReportsService } from '../traffic-reports.service.js';

@Session()
@Resolver()
export class AnalyticsResolver {
  constructor(
    private readonly reports: TrafficReportsService,
    private readonly events: EventsService,
    private readonly heatMaps: HeatMapsService,
  ) {}

  @Query(() => OverviewObject, { nullable: true, description: 'The traffic of a window, in all and over time.' })
  async trafficOverview(@Args() query: OverviewQuery): Promise<OverviewObject> {
    return OverviewObject.ofOverview(await this.reports.overview(currentTenantId(), toWindow(query), query.pagina));
  }

  @Query(() => BreakdownObject, { nullable: true, description: 'The traffic of days by the values of a dimension.' })
  async trafficBreakdown(@Args() query: BreakdownQuery): Promise<BreakdownObject> {
    const { dimensao, pagina: page, limite: limit } = query;
    const of = { dimension: toDimension(dimensao), page, limit };
    return BreakdownObject.ofBreakdown(dimensao, await this.reports.breakdown(currentTenantId(), toWindow(query), of));
  }

  @Query(() => ReportObject, { nullable: true, description: 'The traffic of days that filters leave.' })
  async trafficReport(@Args() query: SegmentQuery): Promise<ReportObject> {
    const of = { ...toSegment(query), page: query.pagina, limit: query.limite };
    const report = await this.reports.report(currentTenantId(), toWindow(query), of);
    return ReportObject.ofReport(query.dimensao, report);
  }

  @Query(() => [EventObject], { nullable: true, description: 'What visitors did, newest first.' })
  async trafficEvents(@Args() query: EventsQuery): Promise<EventObject[]> {
    const of = { page: query.pagina, limit: query.limite };
    const events = await this.events.list(currentTenantId(), toWindow(query), of);
    return events.map((event) => EventObject.of(event));
  }

  @Query(() => [EventObject], {
    nullable: true,
    description: 'What a visitor did in a session, from its start on; nothing for an unknown session.',
  })
  async trafficSession(@Args('id', { type: () => ID }) id: string): Promise<EventObject[]> {
    const events = await this.events.listOfSession(currentTenantId(), id);
    return events.map((event) => EventObject.of(event));
  }

  @Query(() => HeatMapObject, { nullable: true, description: 'Clicks on a page, and how far it was seen.' })
  async heatMap(@Args() query: HeatMapQuery): Promise<HeatMapObject> {
    const of = { page: query.pagina, side: query.lado };
    return HeatMapObject.ofHeatMap(await this.heatMaps.read(currentTenantId(), toWindow(query), of));
  }

  @Query(() => QualityObject, { nullable: true, description: 'Traffic of people and of programs.' })
  async trafficQuality(@Args() query: WindowQuery): Promise<QualityObject> {
    return QualityObject.ofQuality(await this.reports.quality(currentTenantId(), toWindow(query)));
  }
}
