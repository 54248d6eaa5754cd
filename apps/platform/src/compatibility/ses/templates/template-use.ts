import { bodyOf, parseJsonBody, Problem } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import { PreviewTemplateRequest } from '../../../templates/template.dto.js';
import type { TheirFields } from '../../frame/their-fields.js';

/** Template that a request names: by its name, by the name at the end of its ARN, or by our id. @throws Problem MissingParameter */
export function templateNameOf(template: TheirFields): string {
  const arn = template.text('TemplateArn');
  return template.text('TemplateName') ?? arn?.split('/').pop() ?? template.requiredText('TemplateName');
}

/** @param ids of templates by their names. An id that nothing has is answered as every unknown template. */
export const templateIdOf = (name: string, ids: ReadonlyMap<string, string>): string =>
  isId('tpl', name) ? name : (ids.get(name) ?? 'tpl_0000000000000000');

/**
 * Data of a template, which clients send as JSON in a text: the rules are those of every body.
 * @throws Problem ValidationError
 */
export function templateDataOf(fields: TheirFields | undefined, name: string): Record<string, unknown> {
  const text = fields?.text(name);
  if (!fields || text === undefined || text === '') return {};
  const data = readable(fields, name, text);
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw fields.invalid(name, 'must be a JSON object in a text');
  return bodyOf({ Data: data }, PreviewTemplateRequest).Data;
}

function readable(fields: TheirFields, name: string, text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [detail] = error.details ?? [];
    if (!detail) throw fields.invalid(name, 'must be a JSON object in a text');
    throw fields.invalid(name, `has a value that is not valid: ${detail.Message}`);
  }
}
