import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { TheirFields } from '../../frame/their-fields.js';
import { wholeNumberOf } from '../number-field.js';
import { isUnknownTemplate } from '../ses-errors.js';
import type { XmlValues } from '../ses-v1-xml.js';
import { nameOf, SesTemplates } from '../templates/ses-templates.js';
import { PARTS_V1, partsOf } from '../templates/template-parts.js';
import { templateDataOf } from '../templates/template-use.js';
import { type SesActions, xmlTime } from './ses-action.js';

const PAGE_MAX = 100;

/** Actions that keep templates. */
@Injectable()
export class TemplateActions {
  readonly actions: SesActions = {
    CreateTemplate: { scope: 'templates:write', act: (form) => this.create(form) },
    GetTemplate: { scope: 'templates:read', act: (form) => this.get(form) },
    ListTemplates: { scope: 'templates:read', act: (form) => this.list(form) },
    UpdateTemplate: { scope: 'templates:write', act: (form) => this.update(form) },
    DeleteTemplate: { scope: 'templates:write', act: (form) => this.delete(form) },
    TestRenderTemplate: { scope: 'templates:write', act: (form) => this.render(form) },
  };

  constructor(private readonly templates: SesTemplates) {}

  private async create(form: TheirFields): Promise<XmlValues> {
    const template = templateOf(form);
    await this.templates.create(template.requiredText('TemplateName'), template, PARTS_V1);
    return {};
  }

  private async get(form: TheirFields): Promise<XmlValues> {
    const template = await this.templates.get(form.requiredText('TemplateName'));
    return { Template: { TemplateName: nameOf(template), ...partsOf(template, PARTS_V1) } };
  }

  private async list(form: TheirFields): Promise<XmlValues> {
    const asked = wholeNumberOf(form, 'MaxItems', { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: 10 });
    const page = { limit: Math.min(asked, PAGE_MAX), token: form.text('NextToken') };
    const { items, NextToken } = await this.templates.list(page);
    const TemplatesMetadata = items.map((template) => ({
      Name: nameOf(template),
      CreatedTimestamp: xmlTime(template.createdAt),
    }));
    return { TemplatesMetadata, NextToken };
  }

  private async update(form: TheirFields): Promise<XmlValues> {
    const template = templateOf(form);
    await this.templates.update(template.requiredText('TemplateName'), template, PARTS_V1);
    return {};
  }

  /** SES answers alike for a template that does not exist. */
  private async delete(form: TheirFields): Promise<XmlValues> {
    try {
      await this.templates.delete(form.requiredText('TemplateName'));
    } catch (error) {
      if (!(error instanceof Problem) || !isUnknownTemplate(error)) throw error;
    }
    return {};
  }

  private async render(form: TheirFields): Promise<XmlValues> {
    const data = templateDataOf(form, 'TemplateData');
    return { RenderedTemplate: await this.templates.render(form.requiredText('TemplateName'), data) };
  }
}

const templateOf = (form: TheirFields): TheirFields => {
  const template = form.nested('Template');
  if (!template) throw form.invalid('Template', 'is missing');
  return template;
};
