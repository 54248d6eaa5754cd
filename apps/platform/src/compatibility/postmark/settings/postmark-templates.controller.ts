import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, KeyInHeader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Template } from '../../../templates/template.entity.js';
import { TemplatesService } from '../../../templates/templates.service.js';
import { POSTMARK_STEP } from '../../frame/shared-paths.js';
import { listWindow } from '../list-window.js';
import { TOKEN } from '../postmark-token.js';
import { templateIdOfNumber, templateNumberOf } from '../template-numbers.js';
import { TheirQuery } from '../their-query.js';
import { fromListedTemplate, fromTemplate } from './from-template.js';
import { TemplateValidation } from './template-validation.js';
import { toNewTemplate, toTemplateChanges, toValidation } from './to-template.js';

/** Templates that are read at a time: their parts may be long. */
const READ_AT_ONCE = 50;

const TYPES = { Standard: true, Layout: false, All: true };

/** Templates of e-mail, as clients of Postmark keep them. */
@ApiExcludeController()
@Controller(`${POSTMARK_STEP}/templates`)
export class PostmarkTemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly validation: TemplateValidation,
  ) {}

  @Get()
  @KeyInHeader('templates:read', TOKEN)
  async list(@Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    const window = query.window();
    // There are no layouts, and so no templates with one.
    const isAny = (query.oneOf('templatetype', TYPES) ?? true) && query.text('layouttemplate') === undefined;
    if (!isAny) return { TotalCount: 0, Templates: [] };
    const tenantId = currentTenantId();
    const Templates = await listWindow(
      window,
      async (page) => {
        const { items, ...found } = await this.templates.listPage(tenantId, undefined, page, 'email');
        return { ...found, items: items.map(fromListedTemplate) };
      },
      READ_AT_ONCE,
    );
    const { atLeast } = await this.templates.count(tenantId, undefined, 'email');
    return { TotalCount: atLeast, Templates };
  }

  @Post()
  @HttpCode(200)
  @KeyInHeader('templates:write', TOKEN)
  async create(@Body() body: unknown): Promise<object> {
    return fromListedTemplate(await this.templates.create(currentTenantId(), toNewTemplate(body)));
  }

  @Post('validate')
  @HttpCode(200)
  @KeyInHeader('templates:write', TOKEN)
  async validate(@Body() body: unknown): Promise<object> {
    const { parts, data } = toValidation(body);
    return this.validation.of(currentTenantId(), parts, data);
  }

  @Get(':name')
  @KeyInHeader('templates:read', TOKEN)
  async get(@Param('name') name: string): Promise<object> {
    return fromTemplate(await this.find(name));
  }

  @Put(':name')
  @KeyInHeader('templates:write', TOKEN)
  async edit(@Param('name') name: string, @Body() body: unknown): Promise<object> {
    const changes = toTemplateChanges(body);
    const { id } = await this.find(name);
    return fromListedTemplate(await this.templates.update(currentTenantId(), id, changes));
  }

  @Delete(':name')
  @KeyInHeader('templates:write', TOKEN)
  async delete(@Param('name') name: string): Promise<object> {
    const template = await this.find(name);
    await this.templates.delete(currentTenantId(), template.id);
    return { ErrorCode: 0, Message: `Template ${templateNumberOf(template)} removed.` };
  }

  /** The template of e-mail that an id or an alias names. @throws Problem NotFound */
  private async find(name: string): Promise<Template> {
    const tenantId = currentTenantId();
    const named = (await this.templates.listNamed(tenantId, [name])).get(name);
    const template = named ?? (await this.templates.find(tenantId, templateIdOfNumber(name) ?? ''));
    if (template?.channel === 'email') return template;
    throw new Problem('NotFound', { message: `The template ${name} is not valid or was not found` });
  }
}
