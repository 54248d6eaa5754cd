import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { AnalyticsController } from './analytics.controller.js';
import { EventsService } from './events.service.js';
import { FormAnalyticsController } from './form-analytics.controller.js';
import { FormReportsService } from './form-reports.service.js';
import { AnalyticsResolver } from './graphql/analytics.resolver.js';
import { FormReportResolver } from './graphql/form-report.resolver.js';
import { HeatMapsService } from './heat-maps.service.js';
import { LiveTraffic } from './live/live-traffic.js';
import { LiveController } from './live/live.controller.js';
import { LiveResolver } from './live/live.resolver.js';
import { TrafficPages } from './traffic-pages.js';
import { TrafficReportsService } from './traffic-reports.service.js';

@Module({
  imports: [FormsModule],
  controllers: [AnalyticsController, FormAnalyticsController, LiveController],
  providers: [
    AnalyticsResolver,
    EventsService,
    FormReportResolver,
    FormReportsService,
    HeatMapsService,
    LiveResolver,
    LiveTraffic,
    TrafficPages,
    TrafficReportsService,
  ],
})
export class AnalyticsModule {}
