import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownPage } from '../pages/known-page.js';
import { RoutingObject, RoutingRequest, toRules } from './routing.dto.js';
import { RoutingService } from './routing.service.js';

@ApiTags('Experimentos')
@Session()
@Controller('v1/paginas/:id/roteamento')
export class RoutingController {
  constructor(private readonly routing: RoutingService) {}

  @Get()
  @KnownPage()
  @Operation({
    summary: 'Ler o roteamento de uma página',
    description: 'Sem regras, todos os visitantes recebem a versão publicada.',
    success: { status: 200, type: RoutingObject },
  })
  async get(@Param('id') id: string): Promise<RoutingObject> {
    return RoutingObject.of(await this.routing.find(currentTenantId(), id));
  }

  @Put()
  @KnownPage()
  @Operation({
    summary: 'Substituir o roteamento de uma página',
    description:
      'Por UTM, dispositivo, país e idioma; a primeira regra que vale decide. 409 enquanto um experimento está em andamento.',
    success: { status: 200, type: RoutingObject },
    errors: [409, 422],
  })
  async replace(@Param('id') id: string, @Body() body: RoutingRequest): Promise<RoutingObject> {
    return RoutingObject.of(await this.routing.replace(currentTenantId(), id, toRules(body)));
  }
}
