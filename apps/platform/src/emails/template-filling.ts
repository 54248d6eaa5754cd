import { type Problem, refusedField } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import { RenderBudget } from '../templates/render-budget.js';
import type { TemplateData, TemplateParts } from '../templates/template-renderer.js';
import type { Template } from '../templates/template.entity.js';
import type { TemplatesService } from '../templates/templates.service.js';
import type { MessageContent, SendEmailRequest } from './dto/send-email.request.js';

/** Fills in the templates that the requests of one call name; one statement reads them all. */
export class TemplateFilling {
  private readonly budget = new RenderBudget();

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
    return new TemplateFilling(templates, ids.size > 0 ? await templates.listByIds(tenantId, [...ids]) : new Map());
  }

  /**
   * The message of a request: its own, or its template with the data filled in.
   * @throws Problem ValidationError without either or with both, InvalidParameter for an unknown template or after the
   * render budget of the call, MissingParameter naming a variable that the data lacks
   */
  messageOf({ Message, TemplateId, TemplateData }: SendEmailRequest): MessageContent {
    if (Message && TemplateId) throw refusedField('ValidationError', 'TemplateId', 'and Message exclude one another');
    if (TemplateData && !TemplateId) throw refusedField('ValidationError', 'TemplateData', 'needs TemplateId');
    if (Message) return Message;
    if (!TemplateId) throw refusedField('ValidationError', 'Message', 'is required, unless TemplateId is given');
    const { subject, html, text } = this.fill(this.template(TemplateId), TemplateData ?? {});
    return {
      Subject: { Data: subject ?? '' },
      Body: { ...(text === null ? {} : { Text: { Data: text } }), ...(html === null ? {} : { Html: { Data: html } }) },
    };
  }

  get isTurnOver(): boolean {
    return this.budget.isTurnOver;
  }

  /** Await it between the requests of one call when the turn is over; see {@link RenderBudget.pause}. */
  pause(): Promise<void> {
    return this.budget.pause();
  }

  private fill(template: Template, data: TemplateData): TemplateParts {
    if (this.budget.isSpent)
      throw unusable('has been filled in for as much as one call may have; send fewer in a call');
    return this.budget.spend(() => this.templates.fill(template, data));
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
