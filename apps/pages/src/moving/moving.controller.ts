import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownPage } from '../pages/known-page.js';
import { MovedResponse, MovePageRequest, toMove } from './move.dto.js';
import { MovingService } from './moving.service.js';

@ApiTags('Páginas')
@Controller('v1/paginas/:id/dominio')
export class MovingController {
  constructor(private readonly moving: MovingService) {}

  @Put()
  @KeyOrSession('pages:write')
  @KnownPage()
  @Operation({
    summary: 'Mover a página para um domínio e um caminho',
    description:
      '409 caminho_em_uso ou pagina_inicial; 422 dominio_nao_verificado ou caminho_invalido. O endereço antigo de uma página publicada redireciona (301) ao novo.',
    success: { status: 200, type: MovedResponse },
    errors: [409, 422],
  })
  async move(@Param('id') id: string, @Body() body: MovePageRequest): Promise<MovedResponse> {
    return MovedResponse.of(await this.moving.move(currentTenantId(), id, toMove(body)));
  }
}
