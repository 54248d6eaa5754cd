import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AccountSettingsObject, AccountSettingsRequest } from './account-settings.dto.js';
import { AccountSettingsService } from './account-settings.service.js';

@ApiTags('Configurações')
@Controller('v1/configuracoes/conta')
export class AccountSettingsController {
  constructor(private readonly settings: AccountSettingsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler o país e o fuso da conta',
    description: 'BR e America/Sao_Paulo enquanto a conta não os muda.',
    success: { status: 200, type: AccountSettingsObject },
  })
  async get(): Promise<AccountSettingsObject> {
    return AccountSettingsObject.of(await this.settings.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Definir o país e o fuso da conta',
    description: 'Vale para o que é escrito depois; os telefones dos contatos ficam. Só para administradores.',
    success: { status: 200, type: AccountSettingsObject },
    errors: [422],
  })
  async replace(@Body() { pais, fuso }: AccountSettingsRequest): Promise<AccountSettingsObject> {
    return AccountSettingsObject.of(await this.settings.replace(currentTenantId(), { country: pais, timeZone: fuso }));
  }
}
