import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { MessagingSettingsObject, MessagingSettingsRequest, toMessagingValues } from './messaging-settings.dto.js';
import { MessagingSettingsService } from './messaging-settings.service.js';

@ApiTags('Configurações')
@Controller('v1/configuracoes/mensagens')
export class MessagingSettingsController {
  constructor(private readonly settings: MessagingSettingsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler as horas de silêncio e o máximo de mensagens',
    description: 'Das 21:00 às 08:00 e 3 por pessoa e dia, enquanto a conta não os muda.',
    success: { status: 200, type: MessagingSettingsObject },
  })
  async get(): Promise<MessagingSettingsObject> {
    return MessagingSettingsObject.of(await this.settings.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Definir as horas de silêncio e o máximo de mensagens',
    description:
      'Valem para as mensagens de jornadas a partir de agora: nas horas de silêncio, ou acima do máximo, o passo espera. Só para ' +
      'administradores.',
    success: { status: 200, type: MessagingSettingsObject },
    errors: [422],
  })
  async replace(@Body() body: MessagingSettingsRequest): Promise<MessagingSettingsObject> {
    return MessagingSettingsObject.of(await this.settings.replace(currentTenantId(), toMessagingValues(body)));
  }
}
