import { bodyOf, type Problem } from '#libs/core/http';
import { CreateTemplateRequest, UpdateTemplateRequest } from '../../../templates/template.dto.js';
import type { NewTemplate, TemplateChanges } from '../../../templates/template.repository.js';
import type { TemplateParts } from '../../../templates/template-renderer.js';
import { TheirFields } from '../../frame/their-fields.js';

const NO_LAYOUTS = 'is not possible: templates have no layouts';

/** Makes our request of a body of `POST /templates`. @throws Problem */
export function toNewTemplate(body: unknown): NewTemplate {
  const fields = standardOf(body);
  const { subject: Subject, html: Html, text: Text } = partsOf(fields);
  if (Html === null && Text === null) throw fields.missing('HtmlBody or TextBody');
  const request = { Name: fields.requiredText('Name'), Channel: 'email', Subject: Subject ?? '', Html, Text };
  return bodyOf({ ...request, Alias: fields.text('Alias') || null }, CreateTemplateRequest).toTemplate();
}

/** Makes our request of a body of `PUT /templates/{id}`: what is absent stays, and what is null or empty goes. @throws Problem */
export function toTemplateChanges(body: unknown): TemplateChanges {
  const fields = standardOf(body);
  const given = body as Record<string, unknown>;
  const change = (ours: string, theirs: string) => (theirs in given ? { [ours]: fields.text(theirs) || null } : {});
  const name = fields.text('Name');
  const changes = {
    ...(name !== undefined && { Name: name }),
    ...(fields.text('Subject') !== undefined && { Subject: fields.text('Subject') }),
    ...change('Alias', 'Alias'),
    ...change('Html', 'HtmlBody'),
    ...change('Text', 'TextBody'),
  };
  return bodyOf(changes, UpdateTemplateRequest).toChanges();
}

/** Makes the parts and the data of a body of `POST /templates/validate`. @throws Problem */
export function toValidation(body: unknown): { parts: TemplateParts; data: Record<string, unknown> } {
  const fields = standardOf(body);
  return { parts: partsOf(fields), data: fields.object('TestRenderModel') ?? {} };
}

const partsOf = (fields: TheirFields): TemplateParts => ({
  subject: fields.text('Subject') ?? null,
  html: fields.text('HtmlBody') || null,
  text: fields.text('TextBody') || null,
});

/** Fields of a template that is no layout and has none. @throws Problem ValidationError */
function standardOf(body: unknown): TheirFields {
  const fields = TheirFields.of(body);
  const refuse = (name: string): Problem => fields.invalid(name, NO_LAYOUTS);
  if ((fields.text('TemplateType') ?? 'Standard') !== 'Standard') throw refuse('TemplateType');
  if (fields.text('LayoutTemplate')) throw refuse('LayoutTemplate');
  return fields;
}
