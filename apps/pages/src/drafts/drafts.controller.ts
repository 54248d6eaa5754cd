import { Body, Controller, Delete, Get, Param, Put, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { validateDocument } from '../validation/validate-document.js';
import { KnownPage } from '../pages/known-page.js';
import { DraftBaseQuery, DraftResponse, WriteDraftRequest } from './draft.dto.js';
import { answeringConflict } from './answering-conflict.js';
import { DraftsService } from './drafts.service.js';
import { RequireBase } from './require-base.js';

@ApiTags('Rascunhos')
@Controller('v1/paginas/:id/rascunho')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Get()
  @KeyOrSession('pages:read')
  @KnownPage()
  @Operation({
    summary: 'Ler o rascunho',
    description: 'Sem rascunho, a versão mais nova.',
    success: { status: 200, type: DraftResponse },
  })
  async get(@Param('id') id: string): Promise<DraftResponse> {
    return DraftResponse.of(await this.drafts.get(currentTenantId(), id));
  }

  @Put()
  @KeyOrSession('pages:write')
  @KnownPage()
  @UseInterceptors(RequireBase)
  @Operation({
    summary: 'Escrever o rascunho',
    description:
      'Com base, a escrita só vale se o rascunho ainda é o que foi lido (409 com atual e enviado). Por sessão e sem base, a última escrita vale e a anterior fica como versão. 428 com chave e sem base.',
    success: { status: 200, type: DraftResponse },
    errors: [409, 422, 428],
  })
  async write(
    @Param('id') id: string,
    @Query() { base }: DraftBaseQuery,
    @Body() { template }: WriteDraftRequest,
  ): Promise<DraftResponse> {
    const document = validateDocument(template);
    return answeringConflict(
      async () => DraftResponse.of(await this.drafts.write(currentTenantId(), id, document, base || null)),
      { template, base },
    );
  }

  @Delete()
  @KeyOrSession('pages:write')
  @KnownPage()
  @UseInterceptors(RequireBase)
  @Operation({
    summary: 'Descartar o rascunho',
    description: 'Sem rascunho, 204 também. Sem base, o rascunho fica como versão.',
    success: { status: 204 },
    errors: [409, 428],
  })
  async delete(@Param('id') id: string, @Query() { base }: DraftBaseQuery): Promise<void> {
    await answeringConflict(() => this.drafts.delete(currentTenantId(), id, base || null), { base });
  }
}
