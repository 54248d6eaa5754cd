import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import type { Form } from '#libs/sites/forms';
import { knownBy, Operation, Problem } from '#libs/core/http';
import { FormsService } from '../forms/forms.service.js';
import { CountAs } from '../limits/key-limits.js';
import { LeadRequest, SubmissionRequest, SubmissionResponse, toSubmission } from './dto/submission.requests.js';
import { SubmissionsService } from './submissions.service.js';

const KnownForm = knownBy(FormsService, (forms, { formID = '' }) => forms.find(currentTenantId(), formID));
const FormByExternalId = knownBy(FormsService, (forms, { externalID = '' }) =>
  forms.findByExternalId(currentTenantId(), externalID),
);

const ANSWERS = [
  { status: 201, type: SubmissionResponse, description: 'O lead foi guardado' },
  { status: 200, type: SubmissionResponse, description: 'Já havia um lead com este id_externo' },
];

const DESCRIPTION =
  'Os valores são julgados pelas regras do formulário: 400 traz a mensagem de cada campo em `erros`. Com `id_externo`, o ' +
  'mesmo envio repetido, mesmo ao mesmo tempo, é um lead só. Até 300 envios por minuto por conta, por chave.';

@ApiTags('Leads')
@KeyOrSession('forms:write')
@Controller('v1')
export class SubmissionsController {
  constructor(
    private readonly forms: FormsService,
    private readonly submissions: SubmissionsService,
  ) {}

  @Post('leads')
  @CountAs('leads')
  @Operation({ summary: 'Enviar um lead', description: DESCRIPTION, success: ANSWERS, errors: [404] })
  async create(
    @Body() { form_id, ...body }: LeadRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SubmissionResponse> {
    const form = await this.forms.find(currentTenantId(), form_id);
    if (!form) throw new Problem('NotFound');
    return this.accept(form, body, response);
  }

  @Post('forms/:formID/submissions')
  @CountAs('leads')
  @ApiParam({ name: 'formID', description: 'O id do formulário.' })
  @Operation({ summary: 'Enviar um lead a um formulário', description: DESCRIPTION, success: ANSWERS })
  submit(
    @KnownForm() form: Form,
    @Body() body: SubmissionRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SubmissionResponse> {
    return this.accept(form, body, response);
  }

  @Post('forms/externo/:externalID/submissions')
  @CountAs('leads')
  @ApiParam({ name: 'externalID', description: 'O external_id do formulário.' })
  @Operation({ summary: 'Enviar um lead ao formulário de um external_id', description: DESCRIPTION, success: ANSWERS })
  submitByExternalId(
    @FormByExternalId() form: Form,
    @Body() body: SubmissionRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SubmissionResponse> {
    return this.accept(form, body, response);
  }

  private async accept(form: Form, body: SubmissionRequest, response: Response): Promise<SubmissionResponse> {
    const result = await this.submissions.accept(form, toSubmission(body));
    if (result.isDuplicate) response.status(HttpStatus.OK);
    else response.setHeader('Location', `/v1/leads/${result.leadId}`);
    return SubmissionResponse.of(result, body.id_externo);
  }
}
