import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession, Session } from '#libs/core/auth';
import { Created, Operation, Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { validateDocument } from '../validation/validate-document.js';
import { KnownPage } from '../pages/known-page.js';
import {
  ListVersionsQuery,
  SavedVersionResponse,
  SaveVersionRequest,
  VersionPage,
  VersionResponse,
} from './version.dto.js';
import { VersionsService } from './versions.service.js';

const NUMBER = /^[1-9]\d{0,8}$/;

@ApiTags('Versões')
@Controller('v1/paginas/:id/versoes')
export class VersionsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly versions: VersionsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'page versions');
  }

  @Post()
  @KeyOrSession('pages:write')
  @KnownPage()
  @Created({
    summary: 'Salvar uma versão',
    description:
      'A página guarda as 100 versões mais novas, os 20 rascunhos substituídos mais novos e sempre a versão publicada.',
    type: SavedVersionResponse,
    location: ({ pagina_id, versao }) => `/v1/paginas/${pagina_id}/versoes/${versao}`,
    errors: [422],
  })
  async save(@Param('id') id: string, @Body() { template }: SaveVersionRequest): Promise<SavedVersionResponse> {
    const document = validateDocument(template);
    return SavedVersionResponse.of(await this.versions.save(currentTenantId(), id, document));
  }

  @Get()
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Listar as versões, a mais nova primeiro',
    description: 'Sem os documentos, que `GET /v1/paginas/{id}/versoes/{versao}` responde.',
    success: { status: 200, type: VersionPage },
  })
  async list(@Param('id') id: string, @Query() query: ListVersionsQuery): Promise<VersionPage> {
    return VersionPage.read(query, this.cursors, (page) => this.versions.listPage(currentTenantId(), id, page));
  }

  @Get(':versao')
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Ler uma versão',
    description: 'Com o documento, que nunca muda.',
    success: { status: 200, type: VersionResponse },
  })
  async get(@Param('id') id: string, @Param('versao') versao: string): Promise<VersionResponse> {
    const number = NUMBER.test(versao) ? Number(versao) : 0;
    const version = await this.versions.find(currentTenantId(), id, number);
    if (!version) throw new Problem('NotFound');
    return VersionResponse.of(version);
  }
}
