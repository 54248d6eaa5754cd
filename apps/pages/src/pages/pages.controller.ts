import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession, Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  ChangePageRequest,
  CreatePageRequest,
  DuplicatePageRequest,
  ListPagesQuery,
  PageList,
  RestorePageRequest,
  SeoRequest,
} from './dto/page.requests.js';
import { PageObject, SeoObject } from './dto/page.responses.js';
import { KnownPage } from './known-page.js';
import { PageChangesService } from './page-changes.service.js';
import type { PlacedPage } from './page-places.js';
import { toNewPage, toPageChanges, toPageNames, toSeoColumns } from './page-values.js';
import { PagesService } from './pages.service.js';

const locationOf = ({ id }: PageObject): string => `/v1/paginas/${id}`;

@ApiTags('Páginas')
@Controller('v1/paginas')
export class PagesController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly pages: PagesService,
    private readonly changes: PageChangesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages');
  }

  @Get()
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Listar as páginas, a mais nova primeiro',
    description: 'Páginas apagadas não aparecem. `proximo`, passado como `cursor`, começa a página seguinte.',
    success: { status: 200, type: PageList },
  })
  async list(@Query() query: ListPagesQuery): Promise<PageList> {
    const { q, status, dominio: domain } = query;
    return PageList.read(query, this.cursors, (page) =>
      this.pages.listPage(currentTenantId(), { q, status, domain }, page),
    );
  }

  @Post()
  @KeyOrSession('pages:write')
  @Created({
    summary: 'Criar uma página',
    example: { titulo: 'Promoção de outono', slug: 'promocao-de-outono' },
    description: 'Com um domínio, o caminho é o slug. A versão 1 é um documento vazio.',
    type: PageObject,
    location: locationOf,
    errors: [409, 422],
  })
  async create(@Body() body: CreatePageRequest): Promise<PageObject> {
    return PageObject.of(await this.pages.create(currentTenantId(), toNewPage(body)));
  }

  @Get(':id')
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Ler uma página',
    description: 'Uma página apagada responde 404.',
    success: { status: 200, type: PageObject },
  })
  get(@KnownPage() page: PlacedPage): PageObject {
    return PageObject.of(page);
  }

  @Patch(':id')
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Mudar título ou slug',
    description: 'Uma página publicada deixa um redirecionamento no slug antigo do host compartilhado.',
    success: { status: 200, type: PageObject },
    errors: [409, 422],
  })
  async rename(@Param('id') id: string, @Body() body: ChangePageRequest): Promise<PageObject> {
    return PageObject.of(await this.changes.rename(currentTenantId(), id, toPageChanges(body)));
  }

  @Delete(':id')
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Apagar uma página',
    description: 'Sai do ar e libera slug e caminho. Pode ser restaurada por trinta dias.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.pages.delete(currentTenantId(), id);
  }

  @Post(':id/restaurar')
  @Session()
  @Operation({
    summary: 'Restaurar uma página apagada',
    description:
      'Volta sem estar publicada, e sem o caminho se outra página o ocupa. 409 se o slug foi tomado: informe outro.',
    success: { status: 200, type: PageObject },
    errors: [409, 422],
  })
  async restore(@Param('id') id: string, @Body() { slug }: RestorePageRequest): Promise<PageObject> {
    return PageObject.of(await this.pages.restore(currentTenantId(), id, slug));
  }

  @Post(':id/duplicar')
  @Session()
  @KnownPage()
  @Created({
    summary: 'Duplicar uma página',
    description: 'A versão mais nova e os textos de SEO; sem domínio e sem estar publicada.',
    type: PageObject,
    location: locationOf,
    errors: [409, 422],
  })
  async duplicate(@Param('id') id: string, @Body() body: DuplicatePageRequest): Promise<PageObject> {
    return PageObject.of(await this.pages.duplicate(currentTenantId(), id, toPageNames(body)));
  }

  @Get(':id/seo')
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Ler o SEO',
    description: 'O que está gravado, sem o que falta e é feito a partir da página.',
    success: { status: 200, type: SeoObject },
  })
  seo(@KnownPage() page: PlacedPage): SeoObject {
    return SeoObject.of(page);
  }

  @Put(':id/seo')
  @KeyOrSession('pages:write')
  @KnownPage()
  @Operation({
    summary: 'Substituir o SEO',
    description: 'O que falta volta ao padrão. Uma página publicada muda logo.',
    success: { status: 200, type: SeoObject },
    errors: [422],
  })
  async writeSeo(@Param('id') id: string, @Body() seo: SeoRequest): Promise<SeoObject> {
    return SeoObject.of(await this.changes.writeSeo(currentTenantId(), id, toSeoColumns(seo)));
  }
}
