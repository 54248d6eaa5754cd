import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ReplaceSiteSeoRequest, SiteSeoResponse, toSiteValues } from './site-seo.dto.js';
import { SiteSeoService } from './site-seo.service.js';

@ApiTags('Site')
@Controller('v1/site/seo')
export class SiteSeoController {
  constructor(private readonly sites: SiteSeoService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler o SEO do site',
    description: 'O que vale para todas as páginas da conta, com a página 404 e o robots.txt.',
    success: { status: 200, type: SiteSeoResponse },
  })
  async get(): Promise<SiteSeoResponse> {
    return SiteSeoResponse.of(await this.sites.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir o SEO do site',
    example: { titulo_padrao: 'Minha loja', descricao: 'Roupas para o outono.', idioma: 'pt-BR', indexavel: true },
    description: 'O que não é enviado volta ao padrão.',
    success: { status: 200, type: SiteSeoResponse },
    errors: [422],
  })
  async replace(@Body() body: ReplaceSiteSeoRequest): Promise<SiteSeoResponse> {
    return SiteSeoResponse.of(await this.sites.replace(currentTenantId(), toSiteValues(body)));
  }
}
