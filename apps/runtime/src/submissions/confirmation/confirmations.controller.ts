import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, QueryText, readForm } from '#libs/core/http';
import { applyCount, CallCounter } from '#libs/core/limits';
import {
  type AskedAgain,
  ConfirmationDialog,
  proofOf,
  type Proof,
  sendConfirmationPage,
} from '#libs/messaging/confirmation';
import { Confirmations, type Lead, type LeadConfirmation } from '#libs/sites/forms';
import { RuntimeConfig } from '../../config.js';
import { presentLead } from './confirmation-pages.js';

class ConfirmationQuery {
  @QueryText({ max: 1_000, description: 'O que está no link do e-mail.' })
  token?: string;
}

const PAGE = { status: 200, contentType: 'text/html' } as const;
const PATHS = { confirm: '/f/confirmar', again: '/f/confirmar/novo' };

/** The pages behind the link of the mail that asks for a confirmation. They work without scripts and cookies. */
@ApiTags('Formulários')
@Controller('f/confirmar')
export class ConfirmationsController {
  private readonly dialog: ConfirmationDialog<LeadConfirmation>;

  constructor(
    confirmations: Confirmations,
    private readonly counter: CallCounter,
    private readonly config: RuntimeConfig,
  ) {
    const answers = {
      open: (token: string) => confirmations.open(token),
      confirm: ({ request }: LeadConfirmation, proof: Proof) => confirmations.confirm(request.lead, proof),
      askAgain: ({ request }: LeadConfirmation) => askAgain(confirmations, request.lead),
    };
    this.dialog = new ConfirmationDialog(answers, presentLead, (token) => ({ ...PATHS, token }));
  }

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
    sendConfirmationPage(response, await this.dialog.show(token));
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
    const token = await this.readToken(request, response);
    sendConfirmationPage(response, await this.dialog.confirm(token, proofOf(request)));
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
    const token = await this.readToken(request, response);
    sendConfirmationPage(response, await this.dialog.askAgain(token));
  }

  private async readToken(request: Request, response: Response): Promise<string> {
    await this.count(request, response);
    const isForm = request.is('application/x-www-form-urlencoded');
    return isForm ? ((await readForm(request)).get('token') ?? '') : '';
  }

  /** @throws Problem Throttling */
  private async count(request: Request, response: Response): Promise<void> {
    const count = await this.counter.countAddress('confirmations', this.config.submissionsPerMinute, request.ip);
    applyCount(response, count);
  }
}

/** A lead that was taken for spam meanwhile gets no mail, and the page does not say why. */
async function askAgain(confirmations: Confirmations, lead: Lead): Promise<AskedAgain> {
  const outcome = await confirmations.askAgain(lead);
  return outcome === 'gone' ? 'limit' : outcome;
}
