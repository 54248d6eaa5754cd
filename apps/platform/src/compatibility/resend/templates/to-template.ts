import { bodyOf } from '#libs/core/http';
import { CreateTemplateRequest, UpdateTemplateRequest } from '../../../templates/template.dto.js';
import type { NewTemplate, TemplateChanges } from '../../../templates/template.repository.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { type Fallbacks, templateToLiquid } from '../frame/placeholders.js';

const PARTS = ['subject', 'html', 'text'] as const;

/** Makes our template of a body of `POST /templates`. Without a subject it has its name. @throws Problem */
export function toTemplate(template: TheirFields): NewTemplate {
  const { subject, html, text } = partsOf(template);
  const Name = template.requiredText('name');
  const Subject = subject ?? Name;
  if (html === undefined && text === undefined) throw template.missing('html or text');
  const request = { Name, Alias: template.text('alias'), Channel: 'email', Subject, Html: html, Text: text };
  return bodyOf(request, CreateTemplateRequest).toTemplate();
}

/** Makes the changes of a body of `PATCH /templates/{id}`. @throws Problem */
export function toTemplateChanges(template: TheirFields): TemplateChanges {
  const { subject, html, text } = partsOf(template);
  const request = { Name: template.text('name'), Alias: template.textOrNull('alias') };
  return bodyOf({ ...request, Subject: subject, Html: html, Text: text }, UpdateTemplateRequest).toChanges();
}

/** The parts as Liquid, with the fallbacks of the variables in them: that is where we keep these. */
function partsOf(template: TheirFields): Partial<Record<(typeof PARTS)[number], string>> {
  for (const name of ['from', 'reply_to'])
    if (template.has(name)) throw template.invalid(name, 'is given with each e-mail: a template has none');
  const fallbacks = fallbacksOf(template.list('variables'));
  const given = PARTS.flatMap((part) => {
    const text = template.text(part);
    return text === undefined ? [] : [[part, templateToLiquid(text, part, fallbacks)] as const];
  });
  if (fallbacks.size > 0 && given.length === 0)
    throw template.invalid('variables', 'are kept in the parts of a template: give html, text or subject, too');
  return Object.fromEntries(given);
}

function fallbacksOf(variables: readonly TheirFields[]): Fallbacks {
  return new Map(variables.map((variable) => [variable.requiredText('key'), fallbackOf(variable)]));
}

function fallbackOf(variable: TheirFields): string | number | null {
  const value = variable.value('fallback_value') ?? null;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw variable.invalid('fallback_value', 'must be a text, a number or null');
}
