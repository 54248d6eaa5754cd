import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SiteDomain } from '#libs/sites/sites';
import { DomainVerification } from './domain-verification.service.js';
import {
  CreateDomainRequest,
  DomainListResponse,
  DomainObject,
  EmptyDomainRequest,
  ListDomainsQuery,
} from './domain.dto.js';
import { DomainsService } from './domains.service.js';

const Known = knownBy(DomainsService, (domains, { id = '' }) => domains.find(currentTenantId(), id));

@ApiTags('Domínios')
@Controller('v1/dominios')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
  ) {}

  @Get()
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Listar os domínios',
    description: 'O domínio padrão vem primeiro.',
    success: { status: 200, type: DomainListResponse },
  })
  async list(@Query() { limite }: ListDomainsQuery): Promise<DomainListResponse> {
    return DomainListResponse.of(await this.domains.list(currentTenantId(), limite));
  }

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Adicionar um domínio',
    description: 'Publique o registro TXT da resposta e depois verifique o domínio.',
    type: DomainObject,
    location: ({ id }) => `/v1/dominios/${id}`,
    errors: [409],
  })
  async create(@Body() { host }: CreateDomainRequest): Promise<DomainObject> {
    return DomainObject.of(await this.domains.create(currentTenantId(), host));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Ler um domínio',
    description: 'Com o registro TXT a publicar e o que a última consulta ao DNS encontrou.',
    success: { status: 200, type: DomainObject },
  })
  get(@Known() domain: SiteDomain): DomainObject {
    return DomainObject.of(domain);
  }

  @Post(':id/verificar')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Verificar um domínio pelo registro TXT',
    description:
      'O primeiro domínio verificado torna-se o padrão. 409: outra conta tem o host verificado; 422: o registro não foi ' +
      'encontrado; 503: o DNS não respondeu.',
    success: { status: 200, type: DomainObject },
    errors: [409, 422],
  })
  async verify(@Param('id') id: string, @Body() _body: EmptyDomainRequest): Promise<DomainObject> {
    return DomainObject.of(await this.verification.verify(currentTenantId(), id));
  }

  @Put(':id/padrao')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Escolher o domínio padrão',
    description: 'O anterior deixa de ser. 422 se o domínio não está verificado.',
    success: { status: 200, type: DomainObject },
    errors: [422],
  })
  async makeDefault(@Param('id') id: string, @Body() _body: EmptyDomainRequest): Promise<DomainObject> {
    return DomainObject.of(await this.domains.makeDefault(currentTenantId(), id));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Remover um domínio',
    description: 'Com os redirecionamentos dele. 409 enquanto houver páginas nele.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.domains.delete(currentTenantId(), id);
  }
}
