import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { qrCodeSvg } from '#libs/core/html';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ShortLink } from '#libs/sites/sites';
import {
  CreateLinkRequest,
  LinkObject,
  LinkPage,
  ListLinksQuery,
  toLinkChanges,
  toNewLink,
  UpdateLinkRequest,
} from './link.dto.js';
import { LinksService } from './links.service.js';

const Known = knownBy(LinksService, (links, { id = '' }) => links.find(currentTenantId(), id));

@ApiTags('Links curtos')
@Session()
@Controller('v1/links')
export class LinksController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly links: LinksService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.links');
  }

  @Get()
  @Operation({
    summary: 'Listar os links curtos, do mais novo ao mais antigo',
    description: 'proximo de uma página, enviado como cursor, começa a página seguinte.',
    success: { status: 200, type: LinkPage },
  })
  async list(@Query() query: ListLinksQuery): Promise<LinkPage> {
    return LinkPage.read(query, this.cursors, async (page) => {
      const { items, next } = await this.links.listPage(currentTenantId(), page);
      return { items: items.map((link) => ({ link, url: this.links.urlOf(link) })), next };
    });
  }

  @Post()
  @Created({
    summary: 'Criar um link curto',
    description: 'O slug vale para todas as contas; 409 quando está em uso.',
    type: LinkObject,
    location: ({ id }) => `/v1/links/${id}`,
    errors: [409, 422],
  })
  async create(@Body() body: CreateLinkRequest): Promise<LinkObject> {
    return this.describe(await this.links.create(currentTenantId(), toNewLink(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um link curto',
    description: 'cliques conta os redirecionamentos, com alguns segundos de atraso.',
    success: { status: 200, type: LinkObject },
  })
  get(@Known() link: ShortLink): LinkObject {
    return this.describe(link);
  }

  @Get(':id/qr')
  @Header('Content-Type', 'image/svg+xml')
  @Operation({
    summary: 'O endereço do link como código QR',
    description: 'Uma imagem SVG com a margem que as câmeras pedem.',
    success: { status: 200, contentType: 'image/svg+xml' },
  })
  qr(@Known() link: ShortLink): string {
    return qrCodeSvg(this.links.urlOf(link));
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Alterar um link curto',
    description: 'O que não é enviado fica como está.',
    success: { status: 200, type: LinkObject },
    errors: [409, 422],
  })
  async update(@Param('id') id: string, @Body() body: UpdateLinkRequest): Promise<LinkObject> {
    return this.describe(await this.links.update(currentTenantId(), id, toLinkChanges(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Remover um link curto',
    description: 'O slug fica livre para qualquer conta.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.links.delete(currentTenantId(), id);
  }

  private describe(link: ShortLink): LinkObject {
    return LinkObject.of({ link, url: this.links.urlOf(link) });
  }
}
