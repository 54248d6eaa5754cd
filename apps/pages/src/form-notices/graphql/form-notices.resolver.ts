import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Form } from '#libs/sites/forms';
import { FormsService } from '../../forms/forms.service.js';
import { FormNoticesObject, FormNoticesRequest, toNoticeSettings } from '../form-notice.dto.js';
import { NO_NOTICES } from '../form-notice.repository.js';
import { FormNoticesService } from '../form-notices.service.js';

@Session()
@Resolver(() => FormNoticesObject)
export class FormNoticesResolver {
  constructor(
    private readonly notices: FormNoticesService,
    private readonly forms: FormsService,
  ) {}

  @Query(() => FormNoticesObject, { nullable: true, description: 'Who hears of the leads of a form.' })
  async formNotices(@Args('formId', { type: () => ID }) formId: string): Promise<FormNoticesObject> {
    const { tenantId, id } = await this.get(formId);
    return FormNoticesObject.of((await this.notices.find(tenantId, id)) ?? NO_NOTICES);
  }

  @Mutation(() => FormNoticesObject, {
    nullable: true,
    description: 'Replaces who hears of the leads of a form: what is absent becomes the default again.',
  })
  async replaceFormNotices(
    @Args('formId', { type: () => ID }) formId: string,
    @Args('input') input: FormNoticesRequest,
  ): Promise<FormNoticesObject> {
    return FormNoticesObject.of(await this.notices.replace(await this.get(formId), toNoticeSettings(input)));
  }

  private async get(formId: string): Promise<Form> {
    const form = await this.forms.find(currentTenantId(), formId);
    if (!form) throw new Problem('NotFound');
    return form;
  }
}
