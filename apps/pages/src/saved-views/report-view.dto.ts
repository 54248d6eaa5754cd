import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, Text, TextMap } from '#libs/core/http';
import type { ReportView } from './report-view.entity.js';
import type { ReportViewValues } from './report-view.repository.js';

const NAME_MAX = 100;
const FILTERS = { max: 20, keyMax: 40, valueMax: 200 };
const EXAMPLE = { dimensao: 'utm_campaign', utm_source: 'google', pais: 'BR' };

@GraphqlInput('ReportViewInput')
export class ReportViewRequest {
  @Text({ max: NAME_MAX, pattern: /\S/, example: 'Google no Brasil' })
  nome: string;

  @MayBeAbsent()
  @TextMap({
    ...FILTERS,
    description: 'Parâmetros de GET /v1/analytics/relatorio e seus textos; nenhum quando ausente.',
    example: EXAMPLE,
  })
  filtros?: Record<string, string>;
}

@GraphqlObject('ReportView', 'Filters of the report of visits under a name.')
export class ReportViewObject {
  @ApiProperty({ example: 'rpv_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'Google no Brasil' })
  nome: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: EXAMPLE })
  filtros: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ id, name, filters, createdAt, updatedAt }: ReportView): ReportViewObject {
    return {
      id,
      nome: name,
      filtros: filters,
      criado_em: createdAt.toISOString(),
      atualizado_em: updatedAt.toISOString(),
    };
  }
}

export class ReportViewsResponse {
  @ApiProperty({ type: [ReportViewObject] })
  visoes: ReportViewObject[];

  static of(views: readonly ReportView[]): ReportViewsResponse {
    return { visoes: views.map((view) => ReportViewObject.of(view)) };
  }
}

export const toReportView = ({ nome, filtros = {} }: ReportViewRequest): ReportViewValues => ({
  name: nome.trim(),
  filters: filtros,
});
