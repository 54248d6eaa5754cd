import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/auth';
import { Operation } from '#libs/http';
import { ITEM_TYPES } from './catalogue.js';
import { ITEM_GROUPS } from './item.js';

class ItemTypeView {
  @ApiProperty({ example: 'titulo' })
  tipo: string;

  @ApiProperty({ example: 'Título' })
  nome: string;

  @ApiProperty({ enum: ITEM_GROUPS })
  grupo: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'O JSON Schema de `props`' })
  esquema: object;
}

class ItemTypesResponse {
  @ApiProperty({ type: [ItemTypeView] })
  itens: ItemTypeView[];
}

const CATALOGUE: ItemTypesResponse = {
  itens: ITEM_TYPES.map(({ tipo, nome, grupo, esquema }) => ({ tipo, nome, grupo, esquema })),
};

@ApiTags('Itens')
@KeyOrSession('pages:read')
@Controller('v1/itens')
export class ItemsController {
  @Get()
  @Operation({
    summary: 'Ler os tipos de item',
    description:
      'O que uma página pode conter, com o JSON Schema das propriedades de cada tipo: um editor pode ser gerado dele.',
    success: { status: 200, type: ItemTypesResponse },
  })
  get(): ItemTypesResponse {
    return CATALOGUE;
  }
}
