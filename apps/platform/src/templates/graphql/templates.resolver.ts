import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import {
  CreateTemplateRequest,
  PreviewTemplateRequest,
  TemplateObject,
  TemplatePreviewResponse,
  UpdateTemplateRequest,
} from '../template.dto.js';
import type { Template } from '../template.entity.js';
import { TemplatesService } from '../templates.service.js';
import { TemplateArgument } from './template-argument.js';
import { TemplateConnection, TemplateConnectionArgs } from './template.types.js';

@Session()
@Resolver(() => TemplateObject)
export class TemplatesResolver {
  constructor(private readonly service: TemplatesService) {}

  @Query(() => TemplateConnection, { nullable: true, description: 'The templates, newest first unless sorted.' })
  templates(@Args() args: TemplateConnectionArgs): Promise<TemplateConnection> {
    const tenantId = currentTenantId();
    return TemplateConnection.read(
      args,
      (page) => this.service.listPage(tenantId, args.q, page),
      () => this.service.count(tenantId, args.q),
    );
  }

  @Query(() => TemplateObject, { nullable: true, description: 'One template.' })
  template(@TemplateArgument() template: Template): TemplateObject {
    return TemplateObject.of(template);
  }

  @Mutation(() => TemplateObject, {
    nullable: true,
    description:
      'Adds a template. Liquid: {{ variable }}, conditions and loops; variables are escaped in html. AlreadyExists for a ' +
      'name in use.',
  })
  async createTemplate(@Args('input') input: CreateTemplateRequest): Promise<TemplateObject> {
    return TemplateObject.of(await this.service.create(currentTenantId(), input.toTemplate()));
  }

  @Mutation(() => TemplateObject, {
    nullable: true,
    description: 'Changes a template. Messages that were accepted keep the text they were accepted with.',
  })
  async updateTemplate(
    @TemplateArgument() { id }: Template,
    @Args('input') input: UpdateTemplateRequest,
  ): Promise<TemplateObject> {
    return TemplateObject.of(await this.service.update(currentTenantId(), id, input.toChanges()));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a template. Messages that were accepted keep their text. Answers its id.',
  })
  async deleteTemplate(@TemplateArgument() { id }: Template): Promise<string> {
    await this.service.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => TemplatePreviewResponse, {
    nullable: true,
    description:
      'Fills a template with data and sends nothing. The error names a variable that the template uses and data lacks.',
  })
  async previewTemplate(
    @TemplateArgument() template: Template,
    @Args('input') { Data }: PreviewTemplateRequest,
  ): Promise<TemplatePreviewResponse> {
    return TemplatePreviewResponse.of(await this.service.preview(currentTenantId(), template, Data));
  }
}
