import type { TenantId } from '#libs/core/persistence';
import type { FillingResult } from '../templates/template-renderer.js';
import { requireOneContent, requireTemplateOf, unusableTemplate } from '../templates/template-use.js';
import type { Template } from '../templates/template.entity.js';
import type { TemplatesService } from '../templates/templates.service.js';
import { withMailLinks } from '../tracking/links/mail-links.js';
import type { MessageContent, SendEmailRequest } from './dto/send-email.request.js';

/** The messages of the requests of one call: one statement reads their templates, and one call of the renderer fills them in. */
export class TemplateFilling {
  private constructor(
    private readonly templates: ReadonlyMap<string, Template>,
    private readonly results: ReadonlyMap<SendEmailRequest, FillingResult | undefined>,
  ) {}

  /** @throws Problem Throttling if too much is being filled in */
  static async of(
    templates: TemplatesService,
    tenantId: TenantId,
    requests: readonly SendEmailRequest[],
  ): Promise<TemplateFilling> {
    const names = new Set<string>();
    for (const { TemplateId } of requests) if (TemplateId) names.add(TemplateId);
    if (names.size === 0) return new TemplateFilling(new Map(), new Map());
    const known = await templates.listNamed(tenantId, [...names]);
    const fillable = requests.flatMap((request) => {
      const template = request.TemplateId && !request.Message ? known.get(request.TemplateId) : undefined;
      return template?.channel === 'email'
        ? { request, template, data: withMailLinks(request.TemplateData ?? {}) }
        : [];
    });
    const results = await templates.fillAll(tenantId, fillable);
    return new TemplateFilling(known, new Map(fillable.map(({ request }, n) => [request, results[n]])));
  }

  /** The id of the template of a request, which may name it by its alias; null without one. */
  templateIdOf({ TemplateId }: SendEmailRequest): string | null {
    return (TemplateId && this.templates.get(TemplateId)?.id) ?? null;
  }

  /**
   * The message of a request: its own, or its template with the data filled in.
   * @throws Problem ValidationError without either or with both, InvalidParameter for an unknown template or one that
   * takes too much, MissingParameter naming a variable that the data lacks
   */
  messageOf(request: SendEmailRequest): MessageContent {
    const { Message, TemplateId = '' } = request;
    requireOneContent(request, 'Message', Message);
    if (Message) return Message;
    requireTemplateOf('email', this.templates.get(TemplateId));
    const result = this.results.get(request);
    if (!result) throw unusableTemplate('has been filled in for as much as one call may have; send fewer in a call');
    if ('problem' in result) throw result.problem;
    const { subject, html, text } = result.parts;
    return {
      Subject: { Data: subject ?? '' },
      Body: { ...(text === null ? {} : { Text: { Data: text } }), ...(html === null ? {} : { Html: { Data: html } }) },
    };
  }
}
