import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import type { Media } from '#libs/sites/sites';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PagesConfig } from '../config.js';
import {
  ChangeMediaRequest,
  DeleteMediaQuery,
  DESCRIPTION_MAX,
  ListMediaQuery,
  MediaFromUrlRequest,
  MediaPage,
  MediaView,
} from './media.dto.js';
import { MediaFromUrl } from './media-from-url.js';
import { MediaService } from './media.service.js';
import { MediaUpload } from './media-upload.js';

const Known = knownBy(MediaService, (media, { id = '' }) => media.find(currentTenantId(), id));

const UPLOAD = {
  schema: {
    type: 'object',
    required: ['arquivo'],
    properties: {
      arquivo: { type: 'string', format: 'binary', description: 'Até 10 MiB' },
      descricao: { type: 'string', maxLength: DESCRIPTION_MAX, description: 'O que a imagem mostra' },
    },
  },
};

const location = ({ id }: { id: string }): string => `/v1/midias/${id}`;

@ApiTags('Mídia')
@Controller('v1/midias')
export class MediaController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly media: MediaService,
    private readonly upload: MediaUpload,
    private readonly fromUrl: MediaFromUrl,
    private readonly config: PagesConfig,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.media');
  }

  @Get()
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Listar mídias, da mais nova à mais antiga',
    description: '`proximo`, passado como `cursor`, começa a página seguinte.',
    success: { status: 200, type: MediaPage },
  })
  list(@Query() query: ListMediaQuery): Promise<MediaPage> {
    const tenantId = currentTenantId();
    return MediaPage.read(query, this.cursors, async (page) => {
      const { items, next } = await this.media.listPage(tenantId, page);
      return { items: items.map((media) => this.placed(media)), next };
    });
  }

  @Post()
  @KeyOrSession('pages:write')
  @ApiConsumes('multipart/form-data')
  @ApiBody(UPLOAD)
  @Created({
    summary: 'Enviar uma imagem',
    description:
      'JPEG, PNG, GIF, WebP, AVIF ou SVG. A imagem é recodificada em vários tamanhos, sem os metadados do arquivo; um SVG ' +
      'perde tudo o que não desenha. Já pode ser usada; o formato AVIF vem depois. 422 para outro tipo de arquivo, uma ' +
      'imagem danificada ou com pixels demais.',
    type: MediaView,
    location,
    errors: [400, 409, 413, 422, 503],
  })
  async create(@Req() request: Request): Promise<MediaView> {
    const tenantId = currentTenantId();
    return this.upload.receive(request, tenantId, async ({ content, description }) =>
      this.view(await this.media.create(tenantId, content, description)),
    );
  }

  @Post('de-url')
  @KeyOrSession('pages:write')
  @Created({
    summary: 'Trazer uma imagem de um endereço',
    description:
      'Como um envio. 422 para um endereço que não é público ou não tem uma imagem, 502 se o servidor não responde, 503 ' +
      'onde a importação está desligada.',
    type: MediaView,
    location,
    errors: [409, 413, 422, 502, 503],
  })
  async createFromUrl(@Body() { url, descricao }: MediaFromUrlRequest): Promise<MediaView> {
    return this.view(await this.fromUrl.create(currentTenantId(), url, descricao || null));
  }

  @Get(':id')
  @KeyOrSession('pages:read')
  @Operation({
    summary: 'Ler uma mídia',
    description: 'Uma mídia apagada responde 404.',
    success: { status: 200, type: MediaView },
  })
  get(@Known() media: Media): MediaView {
    return this.view(media);
  }

  @Patch(':id')
  @Known()
  @KeyOrSession('pages:write')
  @Operation({
    summary: 'Descrever uma mídia',
    description: 'As páginas publicadas que a mostram recebem a nova descrição.',
    success: { status: 200, type: MediaView },
  })
  async describe(@Param('id') id: string, @Body() { descricao }: ChangeMediaRequest): Promise<MediaView> {
    return this.view(await this.media.describe(currentTenantId(), id, descricao || null));
  }

  @Delete(':id')
  @KeyOrSession('pages:write')
  @Operation({
    summary: 'Apagar uma mídia',
    description:
      '409 midia_em_uso enquanto uma página publicada a mostra; 409 midia_em_rascunho enquanto um rascunho ou uma versão a usa, salvo com confirmar.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@Known() { id }: Media, @Query() { confirmar }: DeleteMediaQuery): Promise<void> {
    await this.media.delete(currentTenantId(), id, confirmar);
  }

  private placed(media: Media): Media & { runtimeUrl: string } {
    return { ...media, runtimeUrl: this.config.runtimeUrl };
  }

  private view(media: Media): MediaView {
    return MediaView.of(this.placed(media));
  }
}
