import { invalidField, type Problem } from '#libs/core/http';
import type { Channel } from '../channel.js';
import type { TemplateData } from './template-renderer.js';
import type { Template } from './template.entity.js';

/** How a send names its template: the same on every channel. */
export interface TemplateUse {
  TemplateId?: string;
  TemplateData?: TemplateData;
}

/**
 * A send has its own content, in `field`, or a template.
 * @throws Problem ValidationError (400) without either, with both, or with data and no template
 */
export function requireOneContent({ TemplateId, TemplateData }: TemplateUse, field: string, content: unknown): void {
  if (content !== undefined && TemplateId)
    throw invalidField('ValidationError', 'TemplateId', `and ${field} exclude one another`);
  if (TemplateData && !TemplateId) throw invalidField('ValidationError', 'TemplateData', 'needs TemplateId');
  if (content === undefined && !TemplateId)
    throw invalidField('ValidationError', field, 'is required, unless TemplateId is given');
}

/** @throws Problem InvalidParameter (422) for a template that does not exist, or is of another channel */
export function requireTemplateOf(channel: Channel, template: Template | null | undefined): asserts template {
  if (!template) throw unusableTemplate('does not exist');
  if (template.channel !== channel) throw unusableTemplate(`is a template of ${template.channel}`);
}

export function unusableTemplate(message: string): Problem {
  return invalidField('InvalidParameter', 'TemplateId', message);
}

/**
 * A filled-in part keeps to the limits of the field that it stands in for.
 * @throws Problem InvalidParameter (422) at TemplateData
 */
export function requireFilled(part: 'Subject' | 'Text', filled: string, max: number): void {
  const excess = filled.trim() === '' ? 'empty' : filled.length > max ? `longer than ${max} characters` : undefined;
  if (excess) throw invalidField('InvalidParameter', 'TemplateData', `makes ${part} ${excess}`);
}
