import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, sendDirectAnswer } from '#libs/core/http';
import { Bundle } from './bundle.js';
import { Bundles } from './bundles.js';

const FILE = { type: 'string', format: 'binary' };
const UNCHANGED = { status: 304, description: 'O cliente já tem este arquivo' };

/** One transparent pixel: browsers ask for the icon of every host, and a page without one is none the worse. */
const ICON = new Bundle(
  Buffer.from(
    'AAABAAEAAQEAAAEAIAAwAAAAFgAAACgAAAABAAAAAgAAAAEAIAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
    'base64',
  ),
  'image/x-icon',
);

/** Static files, the same on every host. With direct routes those in memory are answered before; see runtime.ts. */
@ApiTags('Arquivos')
@Controller()
export class BundlesController {
  constructor(private readonly bundles: Bundles) {}

  @Get('_f/:arquivo')
  @Public()
  @Operation({
    summary: 'Um arquivo estático: fonte ou script',
    description: 'Guardado por uma hora.',
    success: [{ status: 200, contentType: 'application/octet-stream', schema: FILE }, UNCHANGED],
    anyQuery: true,
  })
  async file(@Param('arquivo') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    sendDirectAnswer(response, await this.bundles.answer(name, request));
  }

  @Get('asender-sw.js')
  @Public()
  @Operation({
    summary: 'O service worker das notificações push',
    description: 'Recebe pela própria URL o que precisa para renovar a inscrição: register, site e key.',
    success: [{ status: 200, contentType: 'text/javascript' }, UNCHANGED],
    anyQuery: true,
  })
  serviceWorker(@Req() request: Request, @Res() response: Response): void {
    this.send(this.bundles.serviceWorker, request, response);
  }

  @Get('favicon.ico')
  @Public()
  @Operation({
    summary: 'O ícone de um domínio',
    description: 'Transparente, para páginas sem ícone próprio.',
    success: [{ status: 200, contentType: 'image/x-icon', schema: FILE }, UNCHANGED],
    anyQuery: true,
  })
  icon(@Req() request: Request, @Res() response: Response): void {
    this.send(ICON, request, response);
  }

  private send(bundle: Bundle, { headers }: Request, response: Response): void {
    sendDirectAnswer(response, bundle.answer(headers['accept-encoding'], headers['if-none-match']));
  }
}
