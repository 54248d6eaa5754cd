import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import {
  CreateTemplateRequest,
  ListTemplatesQuery,
  PreviewTemplateRequest,
  TemplatePageResponse,
  TemplatePreviewResponse,
  TemplateResponse,
  UpdateTemplateRequest,
} from './template.dto.js';
import { Template } from './template.entity.js';
import { TemplatesService } from './templates.service.js';

const Known = knownBy(TemplatesService, (templates, { id = '' }) => templates.find(currentTenantId(), id));

@ApiTags('Templates')
@Session()
@Controller('api/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Post()
  @Created({
    summary: 'Add a template',
    example: { Name: 'Welcome', Channel: 'email', Subject: 'Hello, {{ name }}', Text: 'Welcome, {{ name }}.' },
    description: 'Liquid: {{ variable }}, conditions and loops. Variables are escaped in Html.',
    type: TemplateResponse,
    location: ({ Template: { Id } }) => `/api/templates/${Id}`,
    errors: [409],
  })
  async create(@Body() body: CreateTemplateRequest): Promise<TemplateResponse> {
    return TemplateResponse.of(await this.templates.create(currentTenantId(), body.toTemplate()));
  }

  @Get()
  @Operation({
    summary: 'List templates, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: TemplatePageResponse },
  })
  async list(@Query() { q, ...page }: ListTemplatesQuery): Promise<TemplatePageResponse> {
    return TemplatePageResponse.of(await this.templates.listPage(currentTenantId(), q, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Read a template',
    description: '404 for a template of another tenant, as for one that does not exist.',
    success: { status: 200, type: TemplateResponse },
  })
  get(@Known() template: Template): TemplateResponse {
    return TemplateResponse.of(template);
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Change a template',
    description: 'Messages that were accepted keep the text they were accepted with.',
    success: { status: 200, type: TemplateResponse },
    errors: [409],
  })
  async update(@Param('id') id: string, @Body() body: UpdateTemplateRequest): Promise<TemplateResponse> {
    return TemplateResponse.of(await this.templates.update(currentTenantId(), id, body.toChanges()));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Remove a template',
    description: 'Messages that were accepted keep the text they were accepted with.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.templates.delete(currentTenantId(), id);
  }

  @Post(':id/preview')
  @Operation({
    summary: 'Fill a template with data, without sending anything',
    description: '422 names a variable that the template uses and Data lacks.',
    success: { status: 200, type: TemplatePreviewResponse },
  })
  async preview(
    @Known() template: Template,
    @Body() { Data }: PreviewTemplateRequest,
  ): Promise<TemplatePreviewResponse> {
    return TemplatePreviewResponse.of(await this.templates.preview(currentTenantId(), template, Data));
  }
}
