import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation, sendCsv } from '#libs/core/http';
import { EventsResponse } from './dto/event.responses.js';
import { HeatMapObject, HeatMapQuery } from './dto/heat-map.dto.js';
import { BreakdownQuery, EventsQuery, OverviewQuery, toDimension, toSegment } from './dto/report.queries.js';
import { BreakdownObject, OverviewObject, QualityObject, ReportObject } from './dto/report.responses.js';
import { SegmentQuery } from './dto/segment.query.js';
import { toWindow, WindowQuery } from './dto/window.query.js';
import { EventsService, SESSION_EVENTS_MAX } from './events.service.js';
import { HeatMapsService } from './heat-maps.service.js';
import { toDownload } from './report-download.js';
import { TrafficReportsService } from './traffic-reports.service.js';

const WINDOW = 'Sem `de`, os últimos sete dias; no máximo 92, senão 422.';
const DAYS = `Conta dias inteiros (UTC), os mais próximos do período. ${WINDOW}`;

@ApiTags('Visitas')
@Session()
@Controller('v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly reports: TrafficReportsService,
    private readonly events: EventsService,
    private readonly heatMaps: HeatMapsService,
  ) {}

  @Get('overview')
  @Operation({
    summary: 'Ler os números do período, no total e ao longo dele',
    description: `Horas de um período de até dois dias, senão dias, como os relógios do fuso os mostram. ${WINDOW}`,
    success: { status: 200, type: OverviewObject },
    errors: [422],
  })
  async overview(@Query() query: OverviewQuery): Promise<OverviewObject> {
    return OverviewObject.ofOverview(await this.reports.overview(currentTenantId(), toWindow(query), query.pagina));
  }

  @Get('breakdown')
  @Operation({
    summary: 'Ler os números pelos valores de uma dimensão',
    description: `Os de mais visualizações primeiro, e o resto junto em \`outros\`. ${DAYS}`,
    success: { status: 200, type: BreakdownObject },
    errors: [422],
  })
  async breakdown(@Query() query: BreakdownQuery): Promise<BreakdownObject> {
    const { dimensao, pagina: page, limite: limit } = query;
    const of = { dimension: toDimension(dimensao), page, limit };
    return BreakdownObject.ofBreakdown(dimensao, await this.reports.breakdown(currentTenantId(), toWindow(query), of));
  }

  @Get('relatorio')
  @Operation({
    summary: 'Ler os números das visitas que os filtros deixam',
    description: `Os filtros valem juntos. ${DAYS}`,
    success: { status: 200, type: ReportObject },
    errors: [422],
  })
  async report(@Query() query: SegmentQuery): Promise<ReportObject> {
    return ReportObject.ofReport(query.dimensao, await this.readReport(query));
  }

  @Get('relatorio/exportar')
  @Session({ support: 'none' })
  @Operation({
    summary: 'Exportar o relatório em CSV',
    description:
      'Uma linha por valor, com os parâmetros do relatório. Textos que uma planilha tomaria por fórmula começam com apóstrofo.',
    success: { status: 200, contentType: 'text/csv' },
    errors: [422],
  })
  async export(@Query() query: SegmentQuery, @Res() response: Response): Promise<void> {
    await sendCsv(response, toDownload(query.dimensao, await this.readReport(query)));
  }

  @Get('events')
  @Operation({
    summary: 'Listar o que os visitantes fizeram, do mais novo ao mais antigo',
    description: `Enquanto o plano da conta os guarda. ${WINDOW}`,
    success: { status: 200, type: EventsResponse },
    errors: [422],
  })
  async listEvents(@Query() query: EventsQuery): Promise<EventsResponse> {
    const { pagina: page, limite: limit } = query;
    return EventsResponse.of(await this.events.list(currentTenantId(), toWindow(query), { page, limit }));
  }

  @Get('session/:id')
  @Operation({
    summary: 'Ler o que um visitante fez em uma visita',
    description: `Do começo ao fim, até ${SESSION_EVENTS_MAX} eventos. De uma visita desconhecida, ou de outra conta, não há nenhum.`,
    success: { status: 200, type: EventsResponse },
    errors: [400],
  })
  async session(@Param('id') id: string): Promise<EventsResponse> {
    return EventsResponse.of(await this.events.listOfSession(currentTenantId(), id));
  }

  @Get('heatmap')
  @Operation({
    summary: 'Ler onde os visitantes clicaram em uma página, e até onde a viram',
    description: `Posições em porcento da página. Sem \`pagina\`, a de mais visualizações. ${DAYS}`,
    success: { status: 200, type: HeatMapObject },
    errors: [422],
  })
  async heatMap(@Query() query: HeatMapQuery): Promise<HeatMapObject> {
    const of = { page: query.pagina, side: query.lado };
    return HeatMapObject.ofHeatMap(await this.heatMaps.read(currentTenantId(), toWindow(query), of));
  }

  @Get('traffic-quality')
  @Operation({
    summary: 'Ler quanto do tráfego é de robôs',
    description: `Robôs não estão em nenhum outro relatório. ${DAYS}`,
    success: { status: 200, type: QualityObject },
    errors: [422],
  })
  async quality(@Query() query: WindowQuery): Promise<QualityObject> {
    return QualityObject.ofQuality(await this.reports.quality(currentTenantId(), toWindow(query)));
  }

  private readReport(query: SegmentQuery): ReturnType<TrafficReportsService['report']> {
    const { pagina: page, limite: limit } = query;
    return this.reports.report(currentTenantId(), toWindow(query), { ...toSegment(query), page, limit });
  }
}
