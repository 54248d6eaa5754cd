import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { CompaniesService } from './companies.service.js';
import {
  CompanyObject,
  CompanyPage,
  CreateCompanyRequest,
  ListCompaniesQuery,
  toCompanyChanges,
  toCompanyFilters,
  toCompanyValues,
  UpdateCompanyRequest,
} from './company.dto.js';
import type { Company } from './company.entity.js';

export const KnownCompany = knownBy(CompaniesService, (companies, { id = '' }) =>
  companies.find(currentTenantId(), id),
);

@ApiTags('Empresas')
@Session()
@Controller('v1/empresas')
export class CompaniesController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly companies: CompaniesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.companies');
  }

  @Get()
  @Operation({
    summary: 'Listar as empresas, da mais nova à mais antiga',
    description: 'proximo de uma página, enviado como cursor, começa a página seguinte.',
    success: { status: 200, type: CompanyPage },
  })
  async list(@Query() query: ListCompaniesQuery): Promise<CompanyPage> {
    const filters = toCompanyFilters(query);
    return CompanyPage.read(query, this.cursors, (page) => this.companies.listPage(currentTenantId(), filters, page));
  }

  @Post()
  @Created({
    summary: 'Criar uma empresa',
    description: '409 quando outra empresa da conta tem o nome, sem caixa e acentos, ou o CNPJ.',
    type: CompanyObject,
    location: ({ id }) => `/v1/empresas/${id}`,
    errors: [409],
  })
  async create(@Body() body: CreateCompanyRequest): Promise<CompanyObject> {
    return CompanyObject.of(await this.companies.create(currentTenantId(), toCompanyValues(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma empresa',
    description: 'Uma empresa apagada não é encontrada.',
    success: { status: 200, type: CompanyObject },
  })
  get(@KnownCompany() company: Company): CompanyObject {
    return CompanyObject.of(company);
  }

  @Patch(':id')
  @KnownCompany()
  @Operation({
    summary: 'Alterar uma empresa',
    description: 'O que não é enviado fica como está.',
    success: { status: 200, type: CompanyObject },
    errors: [409],
  })
  async update(@Param('id') id: string, @Body() body: UpdateCompanyRequest): Promise<CompanyObject> {
    return CompanyObject.of(await this.companies.update(currentTenantId(), id, toCompanyChanges(body)));
  }

  @Delete(':id')
  @KnownCompany()
  @Operation({
    summary: 'Apagar uma empresa',
    description: 'Os contatos ficam, sem empresa. O nome e o CNPJ ficam livres.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.companies.delete(currentTenantId(), id, currentSession().userId);
  }
}
