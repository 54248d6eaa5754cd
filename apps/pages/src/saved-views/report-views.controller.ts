import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { ReportViewObject, ReportViewRequest, ReportViewsResponse, toReportView } from './report-view.dto.js';
import type { ReportView } from './report-view.entity.js';
import { ReportViewsService } from './report-views.service.js';

const Known = knownBy(ReportViewsService, (views, { id = '' }) => views.find(currentTenantId(), id));

@ApiTags('Visões')
@Session()
@Controller('v1/relatorios/visoes')
export class ReportViewsController {
  constructor(private readonly views: ReportViewsService) {}

  @Get()
  @Operation({
    summary: 'Listar as visões salvas',
    description: 'Todas as da conta, pelo nome.',
    success: { status: 200, type: ReportViewsResponse },
  })
  async list(): Promise<ReportViewsResponse> {
    return ReportViewsResponse.of(await this.views.list(currentTenantId()));
  }

  @Post()
  @Created({
    summary: 'Salvar uma visão',
    description:
      'Parâmetros do relatório de visitas sob um nome, para todos os membros da conta. No máximo 50. 400 para um parâmetro ' +
      'que o relatório não tem, 409 quando o nome é de outra visão, sem caixa, e 422 para um valor que o relatório não aceita.',
    type: ReportViewObject,
    location: ({ id }) => `/v1/relatorios/visoes/${id}`,
    errors: [409, 422],
  })
  async create(@Body() body: ReportViewRequest): Promise<ReportViewObject> {
    return ReportViewObject.of(await this.views.create(currentTenantId(), toReportView(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma visão',
    description: 'O nome e os filtros, como foram guardados.',
    success: { status: 200, type: ReportViewObject },
  })
  get(@Known() view: ReportView): ReportViewObject {
    return ReportViewObject.of(view);
  }

  @Put(':id')
  @Known()
  @Operation({
    summary: 'Substituir uma visão',
    description: 'O nome e todos os filtros.',
    success: { status: 200, type: ReportViewObject },
    errors: [409, 422],
  })
  async replace(@Param('id') id: string, @Body() body: ReportViewRequest): Promise<ReportViewObject> {
    return ReportViewObject.of(await this.views.replace(currentTenantId(), id, toReportView(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({ summary: 'Apagar uma visão', description: 'Os números ficam como estão.', success: { status: 204 } })
  async delete(@Param('id') id: string): Promise<void> {
    await this.views.delete(currentTenantId(), id);
  }
}
