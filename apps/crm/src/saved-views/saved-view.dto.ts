import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text, TextMap } from '#libs/core/http';
import type { SavedView } from './saved-view.entity.js';
import type { SavedViewValues } from './saved-view.repository.js';

/** More than there are filters of the list and filters that a URL has room for. */
const FILTERS_MAX = 50;
const NAME_MAX = 100;
const FILTER = { max: FILTERS_MAX, keyMax: 70, valueMax: 1_000 };

@GraphqlInput('SavedViewInput')
export class SavedViewRequest {
  @Text({ max: NAME_MAX, pattern: /\S/, example: 'Clientes do Ceará' })
  nome: string;

  @TextMap({
    ...FILTER,
    description: 'Parâmetros de GET /v1/contatos e seus textos, sem limite e cursor.',
    example: { estagio: 'cliente', estado: 'Ceará' },
  })
  filtros: Record<string, string>;
}

@GraphqlObject('SavedView', 'Filters of the list of contacts under a name.')
export class SavedViewObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Clientes do Ceará' })
  nome: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { estagio: 'cliente' } })
  filtros: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ id, name, filters, createdAt, updatedAt }: SavedView): SavedViewObject {
    return {
      id,
      nome: name,
      filtros: filters,
      criado_em: createdAt.toISOString(),
      atualizado_em: updatedAt.toISOString(),
    };
  }
}

export class SavedViewsResponse {
  @ApiProperty({ type: [SavedViewObject] })
  visoes: SavedViewObject[];

  static of(views: readonly SavedView[]): SavedViewsResponse {
    return { visoes: views.map((view) => SavedViewObject.of(view)) };
  }
}

export const toSavedView = ({ nome, filtros }: SavedViewRequest): SavedViewValues => ({
  name: nome.trim(),
  filters: filtros,
});
