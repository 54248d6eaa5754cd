import type { Template } from '../../../templates/template.entity.js';
import { serverIdOf } from '../server-id.js';
import { templateNumberOf } from '../template-numbers.js';

/** Template as `GET /templates` of Postmark lists it. */
export function fromListedTemplate(template: Template): object {
  const { name, alias } = template;
  return {
    TemplateId: templateNumberOf(template),
    Name: name,
    Alias: alias,
    Active: true,
    TemplateType: 'Standard',
    LayoutTemplate: null,
  };
}

/** Template as `GET /templates/{id}` of Postmark answers it. */
export function fromTemplate(template: Template): object {
  const { subject, html, text, tenantId } = template;
  return {
    ...fromListedTemplate(template),
    Subject: subject ?? '',
    HtmlBody: html,
    TextBody: text,
    AssociatedServerId: serverIdOf(tenantId),
  };
}
