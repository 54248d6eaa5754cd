import { Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CredentialReader, currentSession, Operator } from '#libs/auth';
import { Operation, Problem, refusal } from '#libs/http';
import { isId, type TenantId } from '#libs/persistence';
import { ContactObject } from './dto/contact.object.js';
import { RemovalService } from './removal.service.js';

const TENANT_HEADER = 'X-Service-Tenant';

@ApiTags('Contatos')
@Operator()
@Controller('v1/contatos/:id')
export class RestoreController {
  constructor(
    private readonly removal: RemovalService,
    private readonly credentials: CredentialReader,
  ) {}

  @Post('restaurar')
  @ApiHeader({ name: TENANT_HEADER, required: true, description: 'O id da conta.' })
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
    const tenantId = await this.tenantOf(tenant);
    return ContactObject.of(await this.removal.restore(tenantId, currentSession().userId, id));
  }

  /** @throws Problem NotFound for a tenant that does not exist or has no CRM */
  private async tenantOf(header: string | undefined): Promise<TenantId> {
    if (!header) throw refusal('ValidationError', { erro: `Informe a conta em ${TENANT_HEADER}.` });
    const tenant = isId('acc', header) ? await this.credentials.read('tenant', header) : null;
    if (!tenant?.products.includes('crm')) throw new Problem('NotFound');
    return tenant.id;
  }
}
