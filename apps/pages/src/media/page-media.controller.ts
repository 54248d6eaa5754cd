import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { PagesConfig } from '../config.js';
import { KnownPage } from '../pages/known-page.js';
import { CopyMediaRequest, CopyMediaResponse } from './media.dto.js';
import { MediaService } from './media.service.js';

@ApiTags('Mídia')
@Controller('v1/paginas/:id/midias')
export class PageMediaController {
  constructor(
    private readonly media: MediaService,
    private readonly config: PagesConfig,
  ) {}

  @Post('copiar')
  @KeyOrSession('pages:write')
  @KnownPage()
  @Operation({
    summary: 'Copiar mídias da conta para uma página',
    description:
      'Cada cópia tem id e descrição próprios, e é apagada por si; o documento da página não muda. Nenhuma é copiada se ' +
      'uma delas não existe.',
    success: { status: 201, type: CopyMediaResponse },
    errors: [409, 422],
  })
  async copy(@Body() { ids }: CopyMediaRequest): Promise<CopyMediaResponse> {
    return CopyMediaResponse.of(await this.media.copy(currentTenantId(), ids), this.config.runtimeUrl);
  }
}
