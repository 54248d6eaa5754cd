import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { RetentionObject, SetRetentionRequest } from './retention.dto.js';
import { RetentionService } from './retention.service.js';

@ApiTags('Privacidade')
@Controller('v1/configuracoes/retencao')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Por quanto tempo são guardados contatos sem atividade',
    description: '`dias` é null em uma conta sem política: guarda para sempre.',
    success: { status: 200, type: RetentionObject },
  })
  async get(): Promise<RetentionObject> {
    return RetentionObject.of(await this.retention.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Definir por quanto tempo são guardados contatos sem atividade',
    description:
      'Só para administradores. Passado o tempo, o contato é anonimizado para sempre, como por um pedido de exclusão.',
    success: { status: 200, type: RetentionObject },
    errors: [422],
  })
  async set(@Body() { dias }: SetRetentionRequest): Promise<RetentionObject> {
    return RetentionObject.of(await this.retention.set(currentTenantId(), dias));
  }
}
