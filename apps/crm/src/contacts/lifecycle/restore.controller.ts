import { Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { currentSession, Operator } from '#libs/core/auth';
import { Operation, refusal } from '#libs/core/http';
import { ContactObject } from '../dto/contact.object.js';
import { NamedTenants } from './named-tenants.js';
import { RemovalService } from './removal.service.js';

const TENANT_HEADER = 'X-Service-Tenant';

@ApiTags('Contatos')
@Operator()
@Controller('v1/contatos/:id')
export class RestoreController {
  constructor(
    private readonly removal: RemovalService,
    private readonly tenants: NamedTenants,
  ) {}

  @Post('restaurar')
  @ApiHeader({ name: TENANT_HEADER, required: true, description: 'O id ou o slug da conta.' })
  @Operation({
    summary: 'Restaurar um contato apagado',
    description: 'Só para operadores da plataforma. 409 quando outro contato já tem o e-mail ou telefone.',
    success: { status: 200, type: ContactObject },
    errors: [404, 409],
  })
  async restore(
    @Headers(TENANT_HEADER.toLowerCase()) tenant: string | undefined,
    @Param('id') id: string,
  ): Promise<ContactObject> {
    if (!tenant) throw refusal('ValidationError', { erro: `Informe a conta em ${TENANT_HEADER}.` });
    const tenantId = await this.tenants.get(tenant);
    return ContactObject.of(await this.removal.restore(tenantId, currentSession().userId, id));
  }
}
