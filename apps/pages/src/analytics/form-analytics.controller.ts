import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { Form } from '#libs/sites/forms';
import { FormsService } from '../forms/forms.service.js';
import { FormReportObject } from './dto/form-report.dto.js';
import { FORM_WINDOW, toWindow, WindowQuery } from './dto/window.query.js';
import { FormReportsService } from './form-reports.service.js';

const Known = knownBy(FormsService, (forms, { formID = '' }) => forms.find(currentTenantId(), formID));

@ApiTags('Formulários')
@Session()
@Controller('v1/formularios')
export class FormAnalyticsController {
  constructor(private readonly reports: FormReportsService) {}

  @Get(':formID/analytics')
  @Operation({
    summary: 'Ler o funil de um formulário',
    description:
      'De visto a enviado, e o campo em que os visitantes pararam. Sem `de`, os últimos 30 dias; no máximo 400, senão 422. Leads ' +
      'por chave contam como envios, sem visualização.',
    success: { status: 200, type: FormReportObject },
    errors: [422],
  })
  async analytics(@Known() form: Form, @Query() query: WindowQuery): Promise<FormReportObject> {
    return FormReportObject.ofForm(await this.reports.read(form, toWindow(query, FORM_WINDOW)));
  }
}
