import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { readBuildInfo } from '#libs/core/config';
import { Operation, sendDirectAnswer } from '#libs/core/http';
import { Visits } from './visits.js';

const PAGE = { status: 200, contentType: 'text/html', description: 'A página, comprimida como o cliente prefere' };

/**
 * The pages. With direct routes those in memory are answered before they reach this controller; see runtime.ts. Its routes
 * match every path, so the module comes after all others.
 */
@ApiTags('Páginas')
@Controller()
export class VisitsController {
  constructor(private readonly visits: Visits) {}

  @Get()
  @Public()
  @Operation({
    summary: 'A página inicial de um domínio',
    description:
      'Sem domínio verificado, o nome e a versão deste serviço. Em um domínio sem página inicial, a 404 do site para um navegador.',
    success: [PAGE],
    anyQuery: true,
  })
  async home(@Req() request: Request, @Res() response: Response): Promise<void> {
    const answer = await this.visits.home(request);
    if (answer) return sendDirectAnswer(response, answer);
    response.json({
      service: 'runtime',
      version: readBuildInfo().version,
      RequestId: response.getHeader('X-Request-Id'),
    });
  }

  @Get('r/:slug')
  @Public()
  @ApiTags('Links curtos')
  @Operation({
    summary: 'Segue um link curto',
    description: 'Conta o clique. Um link desconhecido ou inativo responde 404, um expirado 410.',
    success: { status: 302, description: 'O destino; o status é o que foi escolhido para o link' },
    errors: [410, 503],
    anyQuery: true,
  })
  async follow(@Param('slug') _slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response);
  }

  @Get(':slug')
  @Public()
  @Operation({
    summary: 'Uma página publicada',
    description:
      'No endereço compartilhado, qualquer página pelo seu slug; em um domínio verificado, as páginas da sua conta pelo caminho. ' +
      'Um endereço que mudou responde com o redirecionamento. Conta suspensa: 403.',
    success: [
      PAGE,
      { status: 301, description: 'A página mudou de endereço' },
      { status: 304, description: 'O cliente já tem esta versão' },
    ],
    errors: [403, 503],
    anyQuery: true,
  })
  async show(@Param('slug') _slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response);
  }

  /** Paths with several segments, which pages of a verified host may have. */
  @Get('*path')
  @Public()
  @ApiExcludeEndpoint()
  async showBelow(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response);
  }

  private async answer(request: Request, response: Response): Promise<void> {
    sendDirectAnswer(response, await this.visits.answer(request));
  }
}
