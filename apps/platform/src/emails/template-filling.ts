import { type Problem, refusedField } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import type { Template } from '../templates/template.js';
import type { TemplatesService } from '../templates/templates.service.js';
import type { MessageContent, SendEmailRequest } from './dto/send-email.request.js';

/** Fills in the templates that the requests of one call name; one statement reads them all. */
export class TemplateFilling {
  private constructor(
    private readonly templates: TemplatesService,
    private readonly read: ReadonlyMap<string, Template>,
  ) {}

  static async of(
    templates: TemplatesService,
    tenantId: TenantId,
    requests: readonly SendEmailRequest[],
  ): Promise<TemplateFilling> {
    const ids = new Set<string>();
    for (const { TemplateId } of requests) if (TemplateId) ids.add(TemplateId);
    return new TemplateFilling(templates, ids.size > 0 ? await templates.readMany(tenantId, [...ids]) : new Map());
  }

  /**
   * What the request's message says: its own words, or its template with the data filled in.
   * @throws Problem ValidationError without either or with both, InvalidParameter for a template that is not there,
   * MissingParameter naming a variable that the data lacks
   */
  messageOf({ Message, TemplateId, TemplateData }: SendEmailRequest): MessageContent {
    if (Message && TemplateId) throw refusedField('ValidationError', 'TemplateId', 'and Message exclude one another');
    if (TemplateData && !TemplateId) throw refusedField('ValidationError', 'TemplateData', 'needs TemplateId');
    if (Message) return Message;
    if (!TemplateId) throw refusedField('ValidationError', 'Message', 'is required, unless TemplateId is given');
    const { subject, html, text } = this.templates.fill(this.template(TemplateId), TemplateData ?? {});
    return {
      Subject: { Data: subject ?? '' },
      Body: { ...(text === null ? {} : { Text: { Data: text } }), ...(html === null ? {} : { Html: { Data: html } }) },
    };
  }

  private template(id: string): Template {
    const template = this.read.get(id);
    if (!template) throw unusable('does not exist');
    if (template.channel !== 'email') throw unusable(`is a template of ${template.channel}`);
    return template;
  }
}

function unusable(message: string): Problem {
  return refusedField('InvalidParameter', 'TemplateId', message);
}
