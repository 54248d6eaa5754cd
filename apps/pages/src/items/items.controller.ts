import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ITEM_CATALOGUE, ItemTypesResponse } from './items.dto.js';

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
    return ITEM_CATALOGUE;
  }
}
