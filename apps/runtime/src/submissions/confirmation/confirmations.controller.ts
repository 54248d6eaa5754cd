import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Confirmations } from '#libs/sites/forms';
import { sendHtml } from '#libs/core/html';
import { Operation, QueryText, readForm } from '#libs/core/http';
import { applyCount, CallCounter } from '#libs/core/limits';
import { RuntimeConfig } from '../../config.js';
import { languageOf } from '../../errors/labels.js';
import {
  askedAgainPage,
  askPage,
  brokenPage,
  donePage,
  expiredPage,
  type ConfirmationPage,
} from './confirmation-pages.js';

class ConfirmationQuery {
  @QueryText({ max: 1_000, description: 'O que está no link do e-mail.' })
  token?: string;
}

const PAGE = { status: 200, contentType: 'text/html' } as const;

/** The pages behind the link of the mail that asks for a confirmation. They work without scripts and cookies. */
@ApiTags('Formulários')
@Controller('f/confirmar')
export class ConfirmationsController {
  constructor(
    private readonly confirmations: Confirmations,
    private readonly counter: CallCounter,
    private readonly config: RuntimeConfig,
  ) {}

  @Get()
  @Public()
  @Operation({
    summary: 'Perguntar se o visitante confirma',
    description:
      'O destino do link do e-mail: uma página com um botão, que por si nada muda, porque filtros de e-mail abrem os links. ' +
      '404 para um link que não é nosso, 410 depois de 7 dias.',
    success: PAGE,
    errors: [404, 429],
  })
  async show(
    @Query() { token = '' }: ConfirmationQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.count(request, response);
    const opened = await this.confirmations.open(token);
    if (!opened) return this.send(response, brokenPage(languageOf(request.headers['accept-language'])));
    const { request: asked, isExpired } = opened;
    if (asked.lead.confirmedAt) return this.send(response, donePage(asked, false));
    this.send(response, isExpired ? expiredPage(asked, token) : askPage(asked, token));
  }

  @Post()
  @Public()
  @HttpCode(200)
  @ApiConsumes('application/x-www-form-urlencoded')
  @Operation({
    summary: 'Confirmar',
    description: 'O botão da página. Repetido, nada muda: a primeira confirmação fica.',
    success: PAGE,
    errors: [404, 429],
  })
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { opened, token } = await this.opened(request, response);
    if (!opened) return this.send(response, brokenPage(languageOf(request.headers['accept-language'])));
    const { request: asked, isExpired } = opened;
    if (isExpired && !asked.lead.confirmedAt) return this.send(response, expiredPage(asked, token));
    const visit = { address: request.ip ?? null, userAgent: request.get('user-agent') ?? null };
    this.send(response, donePage(asked, await this.confirmations.confirm(asked.lead, visit)));
  }

  @Post('novo')
  @Public()
  @HttpCode(200)
  @ApiConsumes('application/x-www-form-urlencoded')
  @Operation({
    summary: 'Pedir outro link',
    description: 'O botão da página de um link expirado. Um e-mail a cada dez minutos, cinco no total.',
    success: PAGE,
    errors: [404, 409, 429],
  })
  async askAgain(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { opened } = await this.opened(request, response);
    if (!opened) return this.send(response, brokenPage(languageOf(request.headers['accept-language'])));
    const outcome = await this.confirmations.askAgain(opened.request.lead);
    const page = outcome === 'confirmed' ? donePage(opened.request, false) : askedAgainPage(opened.request, outcome);
    this.send(response, page);
  }

  private async opened(request: Request, response: Response) {
    await this.count(request, response);
    const isForm = request.is('application/x-www-form-urlencoded');
    const token = isForm ? ((await readForm(request)).get('token') ?? '') : '';
    return { token, opened: await this.confirmations.open(token) };
  }

  /** @throws Problem Throttling */
  private async count(request: Request, response: Response): Promise<void> {
    const count = await this.counter.countAddress('confirmations', this.config.submissionsPerMinute, request.ip);
    applyCount(response, count);
  }

  private send(response: Response, { status, html, policy, language }: ConfirmationPage): void {
    sendHtml(response, status, html, {
      'Content-Security-Policy': policy,
      'Content-Language': language,
      // The address holds the token.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  }
}
