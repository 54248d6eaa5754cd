import { isId } from '#libs/core/persistence';
import { TheirFields } from '../frame/their-fields.js';

/** Template that a request names: by its name, by the name at the end of its ARN, or by our id. @throws Problem MissingParameter */
export function templateNameOf(template: TheirFields): string {
  if (template.has('TemplateContent'))
    throw template.invalid('TemplateContent', 'is not supported: store the template, and name it');
  const arn = template.text('TemplateArn');
  return template.text('TemplateName') ?? arn?.split('/').pop() ?? template.requiredText('TemplateName');
}

/** @param ids of templates by their names. An id that nothing has is answered as every unknown template. */
export const templateIdOf = (name: string, ids: ReadonlyMap<string, string>): string =>
  isId('tpl', name) ? name : (ids.get(name) ?? 'tpl_0000000000000000');

/** Data of a template, which clients send as JSON in a text. @throws Problem ValidationError */
export function templateDataOf(fields: TheirFields | undefined, name: string): Record<string, unknown> {
  const text = fields?.text(name);
  if (!fields || text === undefined || text === '') return {};
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch {
    // As of any other text that is no object.
  }
  throw fields.invalid(name, 'must be a JSON object in a text');
}
