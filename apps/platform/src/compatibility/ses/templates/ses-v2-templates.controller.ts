import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignedByKey } from '#libs/core/auth';
import { TheirFields } from '../../frame/their-fields.js';
import { wholeNumberOf } from '../number-field.js';
import { nameOf, SesTemplates } from './ses-templates.js';
import { PARTS_V2, partsOf } from './template-parts.js';
import { templateDataOf } from './template-use.js';

/** Templates as clients of the second version of Amazon SES keep them. */
@ApiExcludeController()
@Controller('v2/email/templates')
export class SesV2TemplatesController {
  constructor(private readonly templates: SesTemplates) {}

  @Post()
  @HttpCode(200)
  @SignedByKey('templates:write', 'ses')
  async create(@Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    await this.templates.create(fields.requiredText('TemplateName'), contentOf(fields), PARTS_V2);
    return {};
  }

  @Get()
  @SignedByKey('templates:read', 'ses')
  async list(@Query() query: object): Promise<object> {
    const fields = TheirFields.of(query);
    const limit = wholeNumberOf(fields, 'PageSize', { min: 1, max: 100, fallback: 10 });
    const { items, NextToken } = await this.templates.list({ limit, token: fields.text('NextToken') });
    const TemplatesMetadata = items.map((template) => ({
      TemplateName: nameOf(template),
      CreatedTimestamp: template.createdAt.getTime() / 1_000,
    }));
    return { TemplatesMetadata, NextToken };
  }

  @Get(':name')
  @SignedByKey('templates:read', 'ses')
  async get(@Param('name') name: string): Promise<object> {
    const template = await this.templates.get(name);
    return { TemplateName: nameOf(template), TemplateContent: partsOf(template, PARTS_V2), Tags: [] };
  }

  @Put(':name')
  @HttpCode(200)
  @SignedByKey('templates:write', 'ses')
  async update(@Param('name') name: string, @Body() body: unknown): Promise<object> {
    await this.templates.update(name, contentOf(TheirFields.of(body)), PARTS_V2);
    return {};
  }

  @Delete(':name')
  @HttpCode(200)
  @SignedByKey('templates:write', 'ses')
  async delete(@Param('name') name: string): Promise<object> {
    await this.templates.delete(name);
    return {};
  }

  @Post(':name/render')
  @HttpCode(200)
  @SignedByKey('templates:write', 'ses')
  async render(@Param('name') name: string, @Body() body: unknown): Promise<object> {
    const data = templateDataOf(TheirFields.of(body), 'TemplateData');
    return { RenderedTemplate: await this.templates.render(name, data) };
  }
}

const contentOf = (fields: TheirFields): TheirFields =>
  TheirFields.of(fields.value('TemplateContent') ?? {}, 'TemplateContent');
