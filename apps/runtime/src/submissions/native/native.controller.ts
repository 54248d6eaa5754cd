import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import type { FieldErrors, Form } from '#libs/sites/forms';
import { knownBy, Operation, type OperationOptions, QueryText } from '#libs/core/http';
import { inLanguage, visitorLanguageIn, visitorTexts } from '#libs/sites/sites';
import { Blobs } from '#libs/core/storage';
import { prefersPage } from '#libs/core/html';
import { Visits } from '../../visits/visits.js';
import { FormCache } from '../forms/form-cache.js';
import { FormLooks } from '../forms/form-looks.js';
import { correctionPage, thanksPage } from './form-page.js';
import { KeptFiles } from './kept-files.js';
import { readNativeBody, toVisitorSubmission, type Inputs } from './native-body.js';
import { SentForms, type SentForm } from './sent-forms.js';
import { VisitorSubmissions } from '../visitor-submissions.js';

const KnownForm = knownBy(FormCache, (forms, { formID = '' }) => forms.find(formID));

class ThanksQuery {
  @QueryText({
    max: 500,
    pattern: /^\/(?![/\\])/,
    form: 'deve ser um caminho deste site',
    description: 'O caminho da página do formulário.',
  })
  pagina?: string;

  @QueryText({
    max: 35,
    pattern: /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i,
    form: 'deve ser um idioma, como pt-BR',
    description: 'O idioma da página do formulário.',
  })
  idioma?: string;
}

const PORTUGUESE = 'pt-BR';

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const SUBMISSION: Omit<OperationOptions, 'summary'> = {
  description:
    'A conta e o formulário são os da página; `_formulario` escolhe um deles se há vários. `_pagina`, que a página assina, diz ' +
    'de que versão ele é: por 24 horas vale também depois que ela mudou de endereço, saiu do ar ou deu lugar a outra. 303 ' +
    'para o agradecimento, ou JSON para quem o prefere. 400 com as mensagens e o que foi digitado.',
  success: [
    { status: 303, description: 'O agradecimento' },
    { status: 200, description: 'Aceito, para quem prefere JSON' },
  ],
  errors: [400, 403, 404, 413, 429, 503],
};

/** Forms in published pages, sent by the browser itself, with or without JavaScript. */
@ApiTags('Formulários')
@Controller()
export class NativeController {
  constructor(
    private readonly visits: Visits,
    private readonly sentForms: SentForms,
    private readonly keptFiles: KeptFiles,
    private readonly looks: FormLooks,
    private readonly submissions: VisitorSubmissions,
    private readonly blobs: Blobs,
  ) {}

  @Get('f/:formID/obrigado')
  @Public()
  @Operation({
    summary: 'O que o visitante lê depois do envio',
    description: 'A mensagem do formulário, com o caminho de volta; daqui o visitante segue para `redirecionar_para`.',
    success: { status: 200, contentType: 'text/html' },
  })
  async thanks(
    @KnownForm() form: Form,
    @Query() { pagina, idioma }: ThanksQuery,
    @Res() response: Response,
  ): Promise<void> {
    const look = await this.looks.find(form.tenantId);
    const links = { back: pagina ?? null, next: destinationOf(form) };
    if (links.next !== null) response.setHeader('Refresh', `0; url=${links.next}`);
    this.sendPage(response, 200, thanksPage(form, links, look, idioma ?? form.language ?? PORTUGUESE), look.policy);
  }

  @Post(':slug')
  @Public()
  @HttpCode(303)
  @ApiConsumes(...FORM_TYPES)
  @Operation({ summary: 'Enviar o formulário de uma página publicada', ...SUBMISSION })
  async submit(@Param('slug') _slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.accept(request, response);
  }

  @Post()
  @Public()
  @HttpCode(303)
  @ApiConsumes(...FORM_TYPES)
  @Operation({ summary: 'Enviar o formulário da página inicial de um domínio', ...SUBMISSION })
  async submitHome(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.accept(request, response);
  }

  /** Paths with several segments, which pages of a verified host may have. */
  @Post('*path')
  @Public()
  @ApiExcludeEndpoint()
  async submitBelow(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.accept(request, response);
  }

  private async accept(request: Request, response: Response): Promise<void> {
    const page = await this.visits.pageAt(request);
    const tenantOf = async (inputs: Inputs) => (await this.sentForms.find(page, inputs))?.form.tenantId ?? null;
    const body = await readNativeBody(request, tenantOf, this.blobs);
    const sent = await this.sentForms.find(page, body.inputs);
    if (!sent) throw await this.visits.noPage(request);
    const { form, pageId, language, from, version } = sent;
    const files = this.keptFiles.filesOf(form, body);
    const visit = { source: 'pagina', pageId, from, version, request, response } as const;
    const submission = { ...toVisitorSubmission(form, body.inputs, addressOf(request)), files, language };
    const errors = await this.submissions.accept(form, submission, visit);
    const thanks = thanksAddress(sent, pathOf(request));
    if (!prefersPage(request)) return sendJson(response, sent, errors, destinationOf(form) ?? thanks);
    if (errors === null) {
      // A page's policy allows its forms no other host, also by a redirect: the thanks lead there.
      const destination = destinationOf(form);
      const address = destination?.startsWith('/') ? destination : thanks;
      response.status(303).setHeader('Location', address).end();
      return;
    }
    const look = await this.looks.find(form.tenantId);
    const typed = { inputs: body.inputs, files: this.keptFiles.seal(form, files), errors };
    const action = pathOf(request) + queryOf(request);
    this.sendPage(response, 400, correctionPage(form, action, typed, look, language), look.policy);
  }

  private sendPage(response: Response, status: number, page: string, policy: string): void {
    response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', policy);
    response.status(status).type('html').send(page);
  }
}

function sendJson(response: Response, { form, language }: SentForm, errors: FieldErrors | null, destino: string): void {
  const mensagem = inLanguage(form.thanks, 'thanks', visitorTexts(language));
  response.status(errors ? 400 : 200).json(errors ? { ok: false, erros: errors } : { ok: true, mensagem, destino });
}

/** The address to which the form's author sends visitors, as a header can have it; null for the thanks. */
function destinationOf({ redirectTo }: Form): string | null {
  if (redirectTo === null) return null;
  const { href, pathname, search, hash } = new URL(redirectTo, 'https://page');
  return redirectTo.startsWith('/') ? pathname + search + hash : href;
}

/** The address of the thanks; it leads back to the page only if that is still there. */
function thanksAddress({ form, isHere, language }: SentForm, path: string): string {
  const query = new URLSearchParams(isHere ? { pagina: path } : {});
  if (visitorLanguageIn(language) !== 'pt') query.set('idioma', language);
  return `/f/${form.id}/obrigado${query.size > 0 ? `?${query}` : ''}`;
}

const addressOf = (request: Request): string =>
  `${request.protocol}://${request.get('host') ?? ''}${pathOf(request)}${queryOf(request)}`;

/** The query with its question mark; empty if there is none. */
const queryOf = ({ originalUrl }: Request): string => /\?.+/.exec(originalUrl)?.[0] ?? '';

/** The path alone, which begins with one slash: no other host can be put in. */
const pathOf = ({ path }: Request): string => path.replace(/^[/\\]+/, '/');
