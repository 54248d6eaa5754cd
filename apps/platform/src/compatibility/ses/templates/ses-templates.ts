import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import type { TemplateData } from '../../../templates/template-renderer.js';
import { requireTemplateOf } from '../../../templates/template-use.js';
import type { Template } from '../../../templates/template.entity.js';
import { TemplatesService } from '../../../templates/templates.service.js';
import { TemplateNames } from '../../emails/template-names.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { type AskedPage, NextTokens, type TokenPage } from '../next-tokens.js';
import { renderedTemplate } from './rendered-template.js';
import { type PartNames, templateOf } from './template-parts.js';

/** Names that SES gives templates. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Names that may be an alias as well. */
const ALIAS = /^(?!tpl_)[A-Za-z0-9]/;

/** Name by which clients find a template. */
export const nameOf = ({ alias, name }: Template): string => alias ?? name;

/** Templates of e-mail under the names that clients of SES know them by: an alias, or else a name. */
@Injectable()
export class SesTemplates {
  constructor(
    private readonly names: TemplateNames,
    private readonly templates: TemplatesService,
    private readonly tokens: NextTokens,
  ) {}

  /** Finds a template by its alias, its name or its id. @throws Problem InvalidParameter at TemplateId for an unknown one */
  async get(name: string): Promise<Template> {
    const id = isId('tpl', name) ? name : (await this.names.idsOf([name])).get(name);
    const template = id && (await this.templates.find(currentTenantId(), id));
    requireTemplateOf('email', template || null);
    return template as Template;
  }

  list(page: AskedPage): Promise<TokenPage<Template>> {
    return this.tokens.read('templates', {}, page, (request) =>
      this.templates.listPage(currentTenantId(), undefined, request, 'email'),
    );
  }

  /**
   * Adds a template. Its name is its alias, too: by the alias it is found after it gets another name.
   * @throws Problem ValidationError, AlreadyExists, PlanLimitExceeded at the limit of templates, and what is wrong with its parts
   */
  async create(name: string, content: TheirFields, parts: PartNames): Promise<void> {
    if (!NAME.test(name) || isId('tpl', name))
      throw invalidField(
        'ValidationError',
        'TemplateName',
        'must be 1 to 64 letters, digits, hyphens and underscores, and no id of a template',
      );
    const template = { ...templateOf(name, content, parts), alias: ALIAS.test(name) ? name : null };
    try {
      await this.templates.create(currentTenantId(), template);
    } catch (error) {
      throw creationProblem(error, name);
    }
  }

  /** Changes all parts of a template: those that the call lacks are removed. @throws Problem as {@link get}, and as our own route */
  async update(name: string, content: TheirFields, parts: PartNames): Promise<void> {
    const { id } = await this.get(name);
    const { subject, text, html } = templateOf('any', content, parts);
    await this.templates.update(currentTenantId(), id, { subject, text, html });
  }

  /** @throws Problem as {@link get} */
  async delete(name: string): Promise<void> {
    await this.templates.delete(currentTenantId(), (await this.get(name)).id);
  }

  /** Fills a template in, as the message that it would be. @throws Problem as {@link get}, and naming what the data lacks */
  async render(name: string, data: TemplateData): Promise<string> {
    const template = await this.get(name);
    return renderedTemplate(await this.templates.preview(currentTenantId(), template, data));
  }
}

function creationProblem(error: unknown, name: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, message, cause } = error;
  if (code === 'AlreadyExists') return new Problem(code, { message: `A template ${name} exists`, cause });
  return code === 'Conflict' ? new Problem('PlanLimitExceeded', { message, cause }) : error;
}
