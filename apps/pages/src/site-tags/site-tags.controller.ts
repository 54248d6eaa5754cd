import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ReplaceSiteTagsRequest, SiteTagsResponse, toTagValues } from './site-tags.dto.js';
import { SiteTagsService } from './site-tags.service.js';

@ApiTags('Site')
@Controller('v1/site/tags')
export class SiteTagsController {
  constructor(private readonly tags: SiteTagsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler as tags do site',
    description: 'Medição, anúncios e chats de outras empresas, que as páginas carregam depois do consentimento.',
    success: { status: 200, type: SiteTagsResponse },
  })
  async get(): Promise<SiteTagsResponse> {
    return SiteTagsResponse.of(await this.tags.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir as tags do site',
    description:
      'O que não é enviado volta ao padrão. As páginas publicadas mudam em seguida, com a sua Content-Security-Policy. Um id ' +
      'que não tem a forma do fornecedor responde 422.',
    success: { status: 200, type: SiteTagsResponse },
    errors: [422],
  })
  async replace(@Body() body: ReplaceSiteTagsRequest): Promise<SiteTagsResponse> {
    return SiteTagsResponse.of(await this.tags.replace(currentTenantId(), toTagValues(body)));
  }
}
