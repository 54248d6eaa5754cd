import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SavedViewObject, SavedViewRequest, SavedViewsResponse, toSavedView } from './saved-view.dto.js';
import type { SavedView } from './saved-view.entity.js';
import { SavedViewsService } from './saved-views.service.js';

const Known = knownBy(SavedViewsService, (views, { id = '' }) => views.find(currentTenantId(), id));

@ApiTags('Visões')
@Session()
@Controller('v1/visoes')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Operation({
    summary: 'Listar as visões salvas',
    description: 'Todas as da conta, pelo nome.',
    success: { status: 200, type: SavedViewsResponse },
  })
  async list(): Promise<SavedViewsResponse> {
    return SavedViewsResponse.of(await this.views.list(currentTenantId()));
  }

  @Post()
  @Created({
    summary: 'Salvar uma visão',
    description:
      'Filtros da lista de contatos sob um nome, para todos os membros da conta. No máximo 50. 409 quando o nome é de outra ' +
      'visão, sem caixa e acentos; 422 para um filtro que a lista não aceita, e para e-mail ou telefone em `q`.',
    type: SavedViewObject,
    location: ({ id }) => `/v1/visoes/${id}`,
    errors: [409, 422],
  })
  async create(@Body() body: SavedViewRequest): Promise<SavedViewObject> {
    return SavedViewObject.of(await this.views.create(currentTenantId(), toSavedView(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma visão',
    description: 'O nome e os filtros, como foram guardados.',
    success: { status: 200, type: SavedViewObject },
  })
  get(@Known() view: SavedView): SavedViewObject {
    return SavedViewObject.of(view);
  }

  @Put(':id')
  @Known()
  @Operation({
    summary: 'Substituir uma visão',
    description: 'O nome e todos os filtros.',
    success: { status: 200, type: SavedViewObject },
    errors: [409, 422],
  })
  async replace(@Param('id') id: string, @Body() body: SavedViewRequest): Promise<SavedViewObject> {
    return SavedViewObject.of(await this.views.replace(currentTenantId(), id, toSavedView(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar uma visão',
    description: 'Os contatos que ela mostra ficam como estão.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.views.delete(currentTenantId(), id);
  }
}
