import { bodyOf } from '#libs/core/http';
import { CreateTemplateRequest } from '../../../templates/template.dto.js';
import type { Template } from '../../../templates/template.entity.js';
import type { NewTemplate } from '../../../templates/template.repository.js';
import type { TheirFields } from '../../frame/their-fields.js';

/** Names of the parts of a template in a version of SES. */
export interface PartNames {
  subject: string;
  text: string;
  html: string;
}

export const PARTS_V1: PartNames = { subject: 'SubjectPart', text: 'TextPart', html: 'HtmlPart' };
export const PARTS_V2: PartNames = { subject: 'Subject', text: 'Text', html: 'Html' };

/** Parts of the template that a call has, within the limits of those that are stored. @throws Problem */
export function templateOf(name: string, content: TheirFields, names: PartNames): NewTemplate {
  const values = {
    Name: name,
    Channel: 'email',
    Subject: content.requiredText(names.subject),
    Text: content.text(names.text),
    Html: content.text(names.html),
  };
  return bodyOf(values, CreateTemplateRequest).toTemplate();
}

/** Parts of a template in an answer; those that it lacks are absent. */
export const partsOf = ({ subject, text, html }: Template, names: PartNames): Record<string, string | undefined> => ({
  [names.subject]: subject ?? undefined,
  [names.text]: text ?? undefined,
  [names.html]: html ?? undefined,
});
