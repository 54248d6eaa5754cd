import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { SiteRedirect } from '#libs/sites/sites';
import {
  CreateRedirectRequest,
  ListRedirectsQuery,
  RedirectObject,
  RedirectPage,
  toRedirectChanges,
  toRedirectValues,
  UpdateRedirectRequest,
} from './redirect.dto.js';
import { RedirectsService } from './redirects.service.js';

const Known = knownBy(RedirectsService, (redirects, { id = '' }) => redirects.find(currentTenantId(), id));

@ApiTags('Redirecionamentos')
@Session()
@Controller('v1/redirecionamentos')
export class RedirectsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly redirects: RedirectsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.redirects');
  }

  @Get()
  @Operation({
    summary: 'Listar os redirecionamentos, do mais novo ao mais antigo',
    description: 'Os feitos à mão e os que páginas movidas deixaram.',
    success: { status: 200, type: RedirectPage },
  })
  async list(@Query() query: ListRedirectsQuery): Promise<RedirectPage> {
    return RedirectPage.read(query, this.cursors, (page) =>
      this.redirects.listPage(currentTenantId(), query.dominio_id, page),
    );
  }

  @Post()
  @Created({
    summary: 'Criar um redirecionamento',
    description:
      '409 quando uma página publicada ou outro redirecionamento ocupa o caminho; 422 quando anda em círculos.',
    type: RedirectObject,
    location: ({ id }) => `/v1/redirecionamentos/${id}`,
    errors: [404, 409, 422],
  })
  async create(@Body() body: CreateRedirectRequest): Promise<RedirectObject> {
    return RedirectObject.of(await this.redirects.create(currentTenantId(), toRedirectValues(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um redirecionamento',
    description: 'pagina_id diz qual página foi movida daqui.',
    success: { status: 200, type: RedirectObject },
  })
  get(@Known() redirect: SiteRedirect): RedirectObject {
    return RedirectObject.of(redirect);
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Alterar um redirecionamento',
    description: 'O que não é enviado fica como está. O que uma página movida deixou passa a ser da conta.',
    success: { status: 200, type: RedirectObject },
    errors: [409, 422],
  })
  async update(@Param('id') id: string, @Body() body: UpdateRedirectRequest): Promise<RedirectObject> {
    return RedirectObject.of(await this.redirects.update(currentTenantId(), id, toRedirectChanges(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({ summary: 'Remover um redirecionamento', description: 'O caminho fica livre.', success: { status: 204 } })
  async delete(@Param('id') id: string): Promise<void> {
    await this.redirects.delete(currentTenantId(), id);
  }
}
