import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import type { Form } from '#libs/sites/forms';
import { Created, knownBy, Operation } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PagesConfig } from '../config.js';
import { DeleteFormQuery, FormPage, FormRequest, ListFormsQuery } from './dto/form.requests.js';
import { FormView } from './dto/form.responses.js';
import { toFormValues, toUpsert } from './form-mapping.js';
import { FormsService } from './forms.service.js';
import { Idempotent } from './idempotent.js';

const Known = knownBy(FormsService, (forms, { id = '' }) => forms.find(currentTenantId(), id));
const KnownByExternalId = knownBy(FormsService, (forms, params) =>
  forms.findByExternalId(currentTenantId(), params['external_id'] ?? ''),
);

@ApiTags('Formulários')
@Controller('v1/formularios')
export class FormsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly forms: FormsService,
    private readonly config: PagesConfig,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.forms');
  }

  @Get()
  @KeyOrSession('forms:read')
  @Operation({
    summary: 'Listar formulários, do mais novo ao mais antigo',
    description: '`proximo` de uma página, passado em `cursor`, começa a seguinte; vazio, a lista acabou.',
    success: { status: 200, type: FormPage },
  })
  list(@Query() query: ListFormsQuery): Promise<FormPage> {
    const tenantId = currentTenantId();
    return FormPage.read(query, this.cursors, (page) => this.forms.listPage(tenantId, query.external_id, page));
  }

  @Post()
  @KeyOrSession('forms:write')
  @Created({
    summary: 'Criar um formulário',
    description:
      'Uma chamada repetida com a mesma Idempotency-Key e o mesmo corpo tem a mesma resposta, com `Idempotent-Replayed: ' +
      'true`; com outro corpo, 422. 409 se o external_id está em uso.',
    type: FormView,
    location: ({ id }) => `/v1/formularios/${id}`,
    errors: [409, 422],
  })
  async create(
    @Body() body: FormRequest,
    @Idempotent() idempotency: Idempotency | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormView> {
    const values = toFormValues(body);
    const made = await this.forms.create(currentTenantId(), values, idempotency, (form) => this.view(form));
    if (made.replayed) response.setHeader('Idempotent-Replayed', 'true');
    return made.answer;
  }

  @Get('externo/:external_id')
  @KeyOrSession('forms:read')
  @Operation({
    summary: 'Ler um formulário pelo external_id',
    description: 'O external_id é o nome que o seu sistema deu ao formulário.',
    success: { status: 200, type: FormView },
  })
  getByExternalId(@KnownByExternalId() form: Form): FormView {
    return this.view(form);
  }

  @Put('externo/:external_id')
  @KeyOrSession('forms:write')
  @Operation({
    summary: 'Criar ou substituir o formulário de um external_id',
    description:
      'A definição inteira é substituída: o que não vem volta ao padrão. 201 se foi criado, 200 se já existia.',
    success: [
      { status: 200, type: FormView },
      { status: 201, type: FormView },
    ],
    errors: [409, 422],
  })
  async upsert(
    @Param('external_id') name: string,
    @Body() body: FormRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormView> {
    const { externalId, values } = toUpsert(name, body);
    const { form, isNew } = await this.forms.upsert(currentTenantId(), externalId, values);
    if (isNew) response.status(HttpStatus.CREATED).setHeader('Location', `/v1/formularios/${form.id}`);
    return this.view(form);
  }

  @Get(':id')
  @KeyOrSession('forms:read')
  @Operation({
    summary: 'Ler um formulário, com o trecho de HTML que o mostra em uma página',
    description: '404 para um formulário de outra conta, como para um que não existe.',
    success: { status: 200, type: FormView },
  })
  get(@Known() form: Form): FormView {
    return this.view(form);
  }

  @Put(':id')
  @Known()
  @KeyOrSession('forms:write')
  @Operation({
    summary: 'Substituir um formulário',
    description: 'A definição inteira é substituída: o que não vem volta ao padrão. 409 se o external_id está em uso.',
    success: { status: 200, type: FormView },
    errors: [409, 422],
  })
  async update(@Param('id') id: string, @Body() body: FormRequest): Promise<FormView> {
    return this.view(await this.forms.update(currentTenantId(), id, toFormValues(body)));
  }

  @Delete(':id')
  @KeyOrSession('forms:write')
  @Operation({
    summary: 'Apagar um formulário',
    description:
      'Ele deixa de receber envios e o external_id fica livre; os leads permanecem. 409 formulario_em_uso, com as páginas, ' +
      'enquanto páginas publicadas o mostram, salvo com confirmar.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@Known() { id }: Form, @Query() { confirmar }: DeleteFormQuery): Promise<void> {
    await this.forms.delete(currentTenantId(), id, confirmar);
  }

  private view(form: Form): FormView {
    return FormView.ofForm(form, this.config.runtimeUrl);
  }
}
