import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { toPeriod, UsageObject, UsageQuery, UsageResponse } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Uso')
@Session()
@Controller('v1/uso')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Operation({
    summary: 'Ler o uso da conta em um mês',
    description:
      'As contagens do CRM estão sempre presentes. A quota vem da Platform, que tem 2 segundos para responder; sem ' +
      'resposta, `core_disponivel` e `quota_conhecida` são false.',
    success: { status: 200, type: UsageResponse },
  })
  async get(@Query() query: UsageQuery): Promise<UsageResponse> {
    return { uso: UsageObject.of(await this.usage.get(currentTenantId(), toPeriod(query))) };
  }
}
