import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import {
  CreateTemplateRequest,
  ListTemplatesQuery,
  PreviewTemplateRequest,
  UpdateTemplateRequest,
} from './dto/template.requests.js';
import { TemplatePageResponse, TemplatePreviewResponse, TemplateResponse } from './dto/template.responses.js';
import { KnownTemplateGuard } from './known-template.guard.js';
import { toTemplateObject, toTemplatePage } from './template.mapper.js';
import { TemplatesService } from './templates.service.js';

@ApiTags('Templates')
@Controller('api/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Post()
  @Session()
  @Operation({
    summary: 'Add a template',
    description: 'Liquid: {{ variable }}, conditions and loops. Variables are escaped in Html.',
    success: { status: 201, type: TemplateResponse },
    errors: [409],
  })
  async create(
    @Body() body: CreateTemplateRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TemplateResponse> {
    const template = await this.templates.create(currentTenantId(), {
      name: body.Name,
      channel: body.Channel,
      subject: body.Subject ?? null,
      html: body.Html ?? null,
      text: body.Text ?? null,
    });
    response.setHeader('Location', `/api/templates/${template.id}`);
    return { Template: toTemplateObject(template) };
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List templates, newest first',
    success: { status: 200, type: TemplatePageResponse },
  })
  async list(@Query() { cursor, limit }: ListTemplatesQuery): Promise<TemplatePageResponse> {
    return toTemplatePage(await this.templates.list(currentTenantId(), cursor, limit));
  }

  @Get(':id')
  @Session()
  @UseGuards(KnownTemplateGuard)
  @Operation({
    summary: 'Read a template',
    success: { status: 200, type: TemplateResponse },
  })
  async read(@Param('id') id: string): Promise<TemplateResponse> {
    return { Template: toTemplateObject(await this.templates.read(currentTenantId(), id)) };
  }

  @Patch(':id')
  @Session()
  @UseGuards(KnownTemplateGuard)
  @Operation({
    summary: 'Change a template',
    description: 'Messages that were accepted keep the text they were accepted with.',
    success: { status: 200, type: TemplateResponse },
    errors: [409],
  })
  async update(
    @Param('id') id: string,
    @Body() { Name, Subject, Html, Text }: UpdateTemplateRequest,
  ): Promise<TemplateResponse> {
    const changes = { name: Name, subject: Subject, html: Html, text: Text };
    return { Template: toTemplateObject(await this.templates.update(currentTenantId(), id, changes)) };
  }

  @Delete(':id')
  @Session()
  @UseGuards(KnownTemplateGuard)
  @Operation({ summary: 'Remove a template', success: { status: 204 } })
  async delete(@Param('id') id: string): Promise<void> {
    await this.templates.delete(currentTenantId(), id);
  }

  @Post(':id/preview')
  @Session()
  @UseGuards(KnownTemplateGuard)
  @Operation({
    summary: 'Fill a template with data, without sending anything',
    success: { status: 200, type: TemplatePreviewResponse },
  })
  async preview(@Param('id') id: string, @Body() { Data }: PreviewTemplateRequest): Promise<TemplatePreviewResponse> {
    const { subject, html, text } = await this.templates.render(currentTenantId(), id, Data);
    return { Subject: subject, Html: html, Text: text };
  }
}
