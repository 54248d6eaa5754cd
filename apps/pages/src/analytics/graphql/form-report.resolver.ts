import { Args, ArgsType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem, QueryPublicId } from '#libs/core/http';
import { FormsService } from '../../forms/forms.service.js';
import { FormReportObject } from '../dto/form-report.dto.js';
import { FORM_WINDOW, toWindow, WindowQuery } from '../dto/window.query.js';
import { FormReportsService } from '../form-reports.service.js';

@ArgsType()
class FormReportArgs extends WindowQuery {
  @QueryPublicId('frm', { required: true })
  form_id: string;
}

@Session()
@Resolver(() => FormReportObject)
export class FormReportResolver {
  constructor(
    private readonly forms: FormsService,
    private readonly reports: FormReportsService,
  ) {}

  @Query(() => FormReportObject, {
    nullable: true,
    description: 'The funnel of a form, from being seen to being sent.',
  })
  async formReport(@Args() args: FormReportArgs): Promise<FormReportObject> {
    const form = await this.forms.find(currentTenantId(), args.form_id);
    if (!form) throw new Problem('NotFound');
    return FormReportObject.ofForm(await this.reports.read(form, toWindow(args, FORM_WINDOW)));
  }
}
