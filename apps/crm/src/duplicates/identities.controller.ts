import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ResolvedIdentityObject, ResolveIdentityQuery } from './identity.dto.js';
import { IdentityResolver } from './identity-resolver.js';

@ApiTags('Identidades')
@Session()
@Controller('v1/identidades')
export class IdentitiesController {
  constructor(private readonly resolver: IdentityResolver) {}

  @Get('resolver')
  @Operation({
    summary: 'Achar o contato de um e-mail ou telefone',
    description: 'A resposta nunca repete o valor. 503 quando as chaves da conta não estão disponíveis.',
    success: { status: 200, type: ResolvedIdentityObject },
    errors: [422],
  })
  async resolve(@Query() { canal, valor }: ResolveIdentityQuery): Promise<ResolvedIdentityObject> {
    return ResolvedIdentityObject.of(await this.resolver.resolve(currentTenantId(), canal, valor));
  }
}
