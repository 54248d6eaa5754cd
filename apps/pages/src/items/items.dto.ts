import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { ITEM_TYPES } from './catalogue.js';
import { ITEM_GROUPS } from './item.js';

@GraphqlObject('ItemType', 'A type of item that a page may contain.')
export class ItemTypeView {
  @ApiProperty({ example: 'titulo' })
  tipo: string;

  @ApiProperty({ example: 'Título' })
  nome: string;

  @ApiProperty({ enum: ITEM_GROUPS })
  grupo: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'O JSON Schema de `props`' })
  esquema: object;
}

export class ItemTypesResponse {
  @ApiProperty({ type: [ItemTypeView] })
  itens: ItemTypeView[];
}

export const ITEM_CATALOGUE: ItemTypesResponse = {
  itens: ITEM_TYPES.map(({ tipo, nome, grupo, esquema }) => ({ tipo, nome, grupo, esquema })),
};
