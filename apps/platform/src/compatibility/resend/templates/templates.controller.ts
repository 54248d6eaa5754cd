import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { knownBy, Problem } from '#libs/core/http';
import type { Template } from '../../../templates/template.entity.js';
import { TemplatesService } from '../../../templates/templates.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { fromListedTemplate, fromTemplate } from './from-template.js';
import { toTemplate, toTemplateChanges } from './to-template.js';

/** The template of e-mail that `:template` names by its id or alias. */
const Known = knownBy(TemplatesService, async (templates, { template: name = '' }) => {
  const found = (await templates.listNamed(currentTenantId(), [name])).get(name);
  return found?.channel === 'email' ? found : null;
});

const NAME_MAX = 200;

/** Copies of a template that find a name. */
const COPIES_MAX = 50;

/** Templates of e-mail as clients of Resend keep them. */
@ApiExcludeController()
@Controller('templates')
export class ResendTemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Post()
  @ApiKey('templates:write')
  async create(@Body() body: unknown): Promise<object> {
    const { id } = await this.templates.create(currentTenantId(), toTemplate(TheirFields.of(body)));
    return { object: 'template', id };
  }

  @Get()
  @ApiKey('templates:read')
  list(@Query() query: object): Promise<TheirList> {
    return listOf(
      { ...query },
      'tpl',
      (page) => this.templates.listPage(currentTenantId(), undefined, page, 'email'),
      fromListedTemplate,
    );
  }

  @Get(':template')
  @ApiKey('templates:read')
  get(@Known() template: Template): object {
    return fromTemplate(template);
  }

  @Patch(':template')
  @ApiKey('templates:write')
  async update(@Known() { id }: Template, @Body() body: unknown): Promise<object> {
    await this.templates.update(currentTenantId(), id, toTemplateChanges(TheirFields.of(body)));
    return { object: 'template', id };
  }

  /** Does nothing: a template is what was saved last. */
  @Post(':template/publish')
  @HttpCode(200)
  @ApiKey('templates:write')
  publish(@Known() { id }: Template): object {
    return { object: 'template', id };
  }

  @Post(':template/duplicate')
  @ApiKey('templates:write')
  async duplicate(@Known() { name, channel, subject, html, text }: Template): Promise<object> {
    const copy = { alias: null, channel, subject, html, text };
    for (let n = 1; ; n += 1) {
      const ending = n === 1 ? ' (copy)' : ` (copy ${n})`;
      try {
        const named = { ...copy, name: name.slice(0, NAME_MAX - ending.length) + ending };
        return { object: 'template', id: (await this.templates.create(currentTenantId(), named)).id };
      } catch (error) {
        // The copy before has the name.
        if (n === COPIES_MAX || !(error instanceof Problem && error.code === 'AlreadyExists')) throw error;
      }
    }
  }

  @Delete(':template')
  @HttpCode(200)
  @ApiKey('templates:write')
  async delete(@Known() { id }: Template): Promise<object> {
    await this.templates.delete(currentTenantId(), id);
    return { object: 'template', id, deleted: true };
  }
}
