import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { withMailLinks } from '../../../tracking/links/mail-links.js';
import { TemplatesService } from '../../../templates/templates.service.js';
import type { FillingResult, TemplateData } from '../../../templates/template-renderer.js';
import { TemplateNames } from '../../emails/template-names.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { PARTS_V2, templateOf } from './template-parts.js';
import { templateIdOf, templateNameOf } from './template-use.js';

/** Content of one of our requests: a template with its data, or the message that a template of the call makes. */
export type TemplateContent = { TemplateId: string; TemplateData: TemplateData } | { Message: object };

/** Templates as calls use them: one that is stored, by its name, or one whose text the call has. */
@Injectable()
export class TemplateUses {
  constructor(
    private readonly names: TemplateNames,
    private readonly templates: TemplatesService,
  ) {}

  /** The content of one request. @throws Problem */
  async contentOf(template: TheirFields, data: TemplateData): Promise<TemplateContent> {
    const [content] = await this.contentsOf(template, [data]);
    if (!content || content instanceof Problem) throw content ?? new Error('A template was not filled in');
    return content;
  }

  /**
   * The content of each of the requests of one call, or what is wrong with it.
   * @throws Problem for a template that is invalid for all
   */
  async contentsOf(template: TheirFields, all: readonly TemplateData[]): Promise<(TemplateContent | Problem)[]> {
    const written = template.nested('TemplateContent');
    if (written) return this.fill(written, all);
    const name = templateNameOf(template);
    const TemplateId = templateIdOf(name, await this.names.idsOf([name]));
    return all.map((TemplateData) => ({ TemplateId, TemplateData }));
  }

  private async fill(written: TheirFields, all: readonly TemplateData[]): Promise<(TemplateContent | Problem)[]> {
    const template = templateOf('of a call', written, PARTS_V2);
    if (template.text === null && template.html === null) throw written.invalid('Text', 'or Html is missing');
    const fillings = all.map((data) => ({ template, data: withMailLinks(data) }));
    return (await this.templates.fillAll(currentTenantId(), fillings)).map(toContent);
  }
}

function toContent(result: FillingResult | undefined): TemplateContent | Problem {
  if (!result)
    return invalidField(
      'InvalidParameter',
      'TemplateContent',
      'takes more than one call may have; send fewer in a call',
    );
  if ('problem' in result) return result.problem;
  const { subject, html, text } = result.parts;
  const bodies = { ...(text !== null && { Text: { Data: text } }), ...(html !== null && { Html: { Data: html } }) };
  return { Message: { Subject: { Data: subject ?? '' }, Body: bodies } };
}
