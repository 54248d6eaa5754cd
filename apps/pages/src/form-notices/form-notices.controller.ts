import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { Form } from '#libs/sites/forms';
import { FormsService } from '../forms/forms.service.js';
import { FormNoticesObject, FormNoticesRequest, toNoticeSettings } from './form-notice.dto.js';
import { NO_NOTICES } from './form-notice.repository.js';
import { FormNoticesService } from './form-notices.service.js';

const Known = knownBy(FormsService, (forms, { id = '' }) => forms.find(currentTenantId(), id));

@ApiTags('Formulários')
@Controller('v1/formularios/:id/avisos')
export class FormNoticesController {
  constructor(private readonly notices: FormNoticesService) {}

  @Get()
  @KeyOrSession('forms:read')
  @Operation({
    summary: 'Ler quem é avisado dos leads de um formulário',
    description: '`ultimo_erro` diz por que o último e-mail não saiu. Sem nada definido, ninguém é avisado.',
    success: { status: 200, type: FormNoticesObject },
  })
  async get(@Known() { tenantId, id }: Form): Promise<FormNoticesObject> {
    return FormNoticesObject.of((await this.notices.find(tenantId, id)) ?? NO_NOTICES);
  }

  @Put()
  @KeyOrSession('forms:write')
  @Operation({
    summary: 'Substituir quem é avisado dos leads de um formulário',
    description:
      'Membros recebem um e-mail por lead, até 20 por hora e formulário; os demais vêm em um resumo. O visitante recebe a resposta ' +
      'automática uma vez em 24 horas. O que não vem volta ao padrão.',
    success: { status: 200, type: FormNoticesObject },
    errors: [422],
  })
  async replace(@Known() form: Form, @Body() body: FormNoticesRequest): Promise<FormNoticesObject> {
    return FormNoticesObject.of(await this.notices.replace(form, toNoticeSettings(body)));
  }
}
