import { Controller, Get, HttpCode, Options, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExcludeEndpoint, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import type { Form } from '#libs/sites/forms';
import { knownBy, Operation, Problem } from '#libs/core/http';
import { visitorLanguageOf } from '#libs/sites/sites';
import { Blobs } from '#libs/core/storage';
import { AllowedOrigins } from '../allowed-origins.js';
import { FormCache } from '../forms/form-cache.js';
import { PublicFormView } from './public-form.view.js';
import { readSnippetBody } from './snippet-body.js';
import { ShownFormQuery, SnippetSubmissionRequest, SnippetSubmissionResponse } from './snippet.requests.js';
import { VisitorSubmissions } from '../visitor-submissions.js';

const KnownForm = knownBy(FormCache, (forms, { formID = '' }) => forms.find(formID));

const PREFLIGHT_SECONDS = '600';

/** The form in a foreign page: the script of the snippet reads and sends it here. */
@ApiTags('Formulários')
@Controller('f')
export class SnippetController {
  constructor(
    private readonly origins: AllowedOrigins,
    private readonly submissions: VisitorSubmissions,
    private readonly blobs: Blobs,
  ) {}

  @Get(':formID')
  @Public()
  @Operation({
    summary: 'O formulário, para o script que o mostra',
    description: 'Com `prova`, que o envio traz de volta. Uma origem fora da lista do formulário responde 403.',
    success: { status: 200, type: PublicFormView },
    errors: [403],
  })
  get(
    @KnownForm() form: Form,
    @Query() { idioma }: ShownFormQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): PublicFormView {
    const origin = request.get('origin');
    // The form's own page sends no Origin when it reads.
    if (origin !== undefined) this.allow(form, origin, response);
    response.setHeader('Cache-Control', 'no-store');
    return PublicFormView.of(form, this.submissions.issueProof(form), visitorLanguageOf(form.language ?? idioma));
  }

  @Post(':formID')
  @Public()
  @ApiHeader({ name: 'Origin', required: true, description: 'A origem da página; deve estar na lista do formulário.' })
  @Operation({
    summary: 'Enviar um formulário de uma página',
    description:
      'Sempre 200, também para o que parece spam: `{ok: true}` quando foi aceito, `{ok: false, erros}` quando o visitante ' +
      'deve corrigir algo. Uma origem fora da lista do formulário, ou nenhuma, responde 403. Com arquivos, em ' +
      'multipart/form-data: `envio` com este mesmo JSON, e antes ou depois dele os arquivos pelos nomes dos seus campos.',
    success: { status: 200, type: SnippetSubmissionResponse },
    errors: [403, 413, 429, 503],
  })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: SnippetSubmissionRequest })
  async submit(
    @KnownForm() form: Form,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SnippetSubmissionResponse> {
    this.allow(form, request.get('origin'), response);
    const { body, files } = await readSnippetBody(request, form, this.blobs);
    const submission = {
      values: body.campos,
      files,
      language: form.language ?? body.idioma,
      consent: body.consentimento,
      externalId: body.id_externo,
      occurredAt: body.ocorrido_em,
      origin: body.origem && { ...body.origem },
      honeypot: body.controle?.site,
      proof: body.controle?.prova,
    };
    const visit = { source: 'snippet' as const, pageId: null, request, response };
    const errors = await this.submissions.accept(form, submission, visit);
    return errors ? { ok: false, erros: { ...errors } } : { ok: true };
  }

  /** Browsers ask before they send JSON to another origin. */
  @Options(':formID')
  @Public()
  @ApiExcludeEndpoint()
  @HttpCode(204)
  preflight(
    @KnownForm() form: Form,
    @Param('formID') _formId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): void {
    this.allow(form, request.get('origin'), response);
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  }

  /** @throws Problem PermissionDenied */
  private allow(form: Form, origin: string | undefined, response: Response): void {
    response.setHeader('Vary', 'Origin');
    if (!origin || !this.origins.has(form, origin))
      throw new Problem('PermissionDenied', { message: 'Esta origem não pode usar o formulário.' });
    response.setHeader('Access-Control-Allow-Origin', origin);
    // The script is in the foreign page; what it reads must not be held back from it.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  }
}
