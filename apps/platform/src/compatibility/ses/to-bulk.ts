import { Problem } from '#libs/core/http';
import { TheirFields } from '../frame/their-fields.js';
import { templateDataOf, templateIdOf, templateNameOf } from './template-use.js';
import { envelopeOf, headersOf, tagsOf } from './to-send-request.js';

/** Template of a body of `POST /v2/email/outbound-bulk-emails`. @throws Problem */
export function bulkTemplateOf(body: unknown): TheirFields {
  const template = TheirFields.of(body).nested('DefaultContent')?.nested('Template');
  if (!template) throw TheirFields.of(body).invalid('DefaultContent', 'must have a Template');
  return template;
}

/**
 * Makes our requests of a body of `POST /v2/email/outbound-bulk-emails`. An entry that is invalid is its Problem, which becomes its
 * result. Data and tags of an entry win over those of all.
 * @throws Problem for what is invalid in all
 */
export function toBulk(body: unknown, ids: ReadonlyMap<string, string>): object[] {
  const call = TheirFields.of(body);
  const template = bulkTemplateOf(body);
  const shared = {
    TemplateId: templateIdOf(templateNameOf(template), ids),
    data: templateDataOf(template, 'TemplateData'),
    headers: headersOf(template.list('Headers')),
    tags: tagsOf(call.list('DefaultEmailTags')),
  };
  const entryOf = (entry: TheirFields): object => {
    const replacement = entry.nested('ReplacementEmailContent')?.nested('ReplacementTemplate');
    const headers = { ...shared.headers, ...headersOf(entry.list('ReplacementHeaders')) };
    const tags = { ...shared.tags, ...tagsOf(entry.list('ReplacementTags')) };
    return {
      ...envelopeOf(call, entry.nested('Destination')),
      TemplateId: shared.TemplateId,
      TemplateData: { ...shared.data, ...templateDataOf(replacement, 'ReplacementTemplateData') },
      Headers: Object.keys(headers).length > 0 ? headers : undefined,
      Tags: Object.keys(tags).length > 0 ? tags : undefined,
    };
  };
  // The sender is of all: a fault of it is one of the call.
  envelopeOf(call, undefined);
  return call.list('BulkEmailEntries').map((entry) => {
    try {
      return entryOf(entry);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
}
