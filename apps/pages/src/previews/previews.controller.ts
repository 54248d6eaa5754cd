import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownPage } from '../pages/known-page.js';
import { PagePreviews } from './page-previews.js';

@ApiTags('Rascunhos')
@Controller('v1/paginas/:id/previa')
export class PreviewsController {
  constructor(private readonly previews: PagePreviews) {}

  @Get()
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Ver o rascunho como página',
    description:
      'O HTML que os visitantes receberiam, só para quem tem a sessão: sem scripts, sem envio de formulários, sem contar ' +
      'visitas. Sem rascunho, a versão mais nova. O GraphQL dá também os avisos.',
    success: { status: 200, contentType: 'text/html' },
    errors: [422],
  })
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { html, policy } = await this.previews.render(currentTenantId(), id);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Robots-Tag', 'noindex');
    response.type('text/html; charset=utf-8').send(html);
  }
}
