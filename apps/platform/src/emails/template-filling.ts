import { Problem, refusedField } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import type { Template } from '../templates/template.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { MessageContent, SendEmailRequest } from './dto/send-email.request.js';

/**
 * Fills in the templates that the requests of one call name. Each template is read once a call, however many requests
 * name it.
 */
export class TemplateFilling {
  private readonly read = new Map<string, Promise<Template>>();

  constructor(
    private readonly templates: TemplatesService,
    private readonly tenantId: TenantId,
  ) {}

  /**
   * What the request's message says: its own words, or its template with the data filled in.
   * @throws Problem ValidationError without either or with both, InvalidParameter for a template that is not there,
   * MissingParameter naming a variable that the data lacks
   */
  async messageOf(request: SendEmailRequest): Promise<MessageContent> {
    const { Message, TemplateId, TemplateData } = request;
    if (Message && TemplateId) throw refusedField('ValidationError', 'TemplateId', 'and Message exclude one another');
    if (TemplateData && !TemplateId) throw refusedField('ValidationError', 'TemplateData', 'needs TemplateId');
    if (Message) return Message;
    if (!TemplateId) throw refusedField('ValidationError', 'Message', 'is required, unless TemplateId is given');
    const template = await this.template(TemplateId);
    const { subject, html, text } = this.templates.fill(template, TemplateData ?? {});
    return {
      Subject: { Data: subject ?? '' },
      Body: { ...(text === null ? {} : { Text: { Data: text } }), ...(html === null ? {} : { Html: { Data: html } }) },
    };
  }

  private async template(id: string): Promise<Template> {
    const known = this.read.get(id) ?? this.templates.read(this.tenantId, id);
    this.read.set(id, known);
    const template = await known.catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'NotFound' ? unusable('does not exist') : error;
    });
    if (template.channel !== 'email') throw unusable(`is a template of ${template.channel}`);
    return template;
  }
}

function unusable(message: string): Problem {
  return refusedField('InvalidParameter', 'TemplateId', message);
}
