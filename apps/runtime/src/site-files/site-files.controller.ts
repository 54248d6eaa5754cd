import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, Problem } from '#libs/core/http';
import { SiteFiles } from './site-files.js';
import { Visits } from '../visits/visits.js';

const CACHE_CONTROL = 'public, max-age=60, stale-if-error=86400';

/** Serves robots.txt and the sitemap of each host. */
@ApiTags('Páginas')
@Controller()
export class SiteFilesController {
  constructor(
    private readonly files: SiteFiles,
    private readonly visits: Visits,
  ) {}

  @Get('robots.txt')
  @Public()
  @Operation({
    summary: 'O que os buscadores podem visitar neste domínio',
    description: 'As linhas próprias do site vêm depois das nossas.',
    success: { status: 200, contentType: 'text/plain' },
    errors: [404],
    anyQuery: true,
  })
  async robots(@Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, 'text/plain', await this.files.robots(this.visits.siteOf(request)));
  }

  @Get('sitemap.xml')
  @Public()
  @Operation({
    summary: 'As páginas deste domínio que os buscadores podem listar',
    description: 'O endereço compartilhado não tem: 404.',
    success: { status: 200, contentType: 'application/xml' },
    errors: [404],
    anyQuery: true,
  })
  async sitemap(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sitemap = await this.files.sitemap(this.visits.siteOf(request));
    if (sitemap === null) throw new Problem('NotFound');
    send(response, 'application/xml', sitemap);
  }
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Cache-Control', CACHE_CONTROL);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
