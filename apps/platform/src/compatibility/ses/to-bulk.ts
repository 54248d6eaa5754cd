import { Problem } from '#libs/core/http';
import { MAX_BATCH } from '../../emails/dto/send-batch.request.js';
import type { TemplateData } from '../../templates/template-renderer.js';
import { TheirFields } from '../frame/their-fields.js';
import { templateDataOf } from './templates/template-use.js';
import type { TemplateUses } from './templates/template-uses.js';
import { envelopeOf, headersOf, tagsOf } from './to-send-request.js';

/** Entry of a bulk call: all of our request but its content, and the data of its template. */
interface Entry {
  request: object;
  data: TemplateData;
}

/**
 * Makes our requests of a body of `POST /v2/email/outbound-bulk-emails`. An entry that is invalid is its Problem, which becomes its
 * result. Data and tags of an entry win over those of all.
 * @throws Problem for what is invalid in all
 */
export async function toBulk(body: unknown, templates: TemplateUses): Promise<object[]> {
  const call = TheirFields.of(body);
  const template = call.nested('DefaultContent')?.nested('Template');
  if (!template) throw call.invalid('DefaultContent', 'must have a Template');
  const entries = call.list('BulkEmailEntries', MAX_BATCH);
  // The sender is of all: a fault of it is one of the call.
  envelopeOf(call, undefined);
  const read = entryReader(call, template);
  const prepared = entries.map((entry) => orProblem(() => read(entry)));
  const readable = prepared.filter((entry): entry is Entry => !(entry instanceof Problem));
  const contents = await templates.contentsOf(
    template,
    readable.map(({ data }) => data),
  );
  const contentOf = new Map(readable.map((entry, n) => [entry, contents[n]]));
  return prepared.map((entry) => {
    if (entry instanceof Problem) return entry;
    const content = contentOf.get(entry);
    return content instanceof Problem ? content : { ...entry.request, ...content };
  });
}

function entryReader(call: TheirFields, template: TheirFields): (entry: TheirFields) => Entry {
  const shared = {
    data: templateDataOf(template, 'TemplateData'),
    headers: headersOf(template.list('Headers')),
    tags: tagsOf(call.list('DefaultEmailTags')),
  };
  return (entry) => {
    const replacement = entry.nested('ReplacementEmailContent')?.nested('ReplacementTemplate');
    const headers = { ...shared.headers, ...headersOf(entry.list('ReplacementHeaders')) };
    const tags = { ...shared.tags, ...tagsOf(entry.list('ReplacementTags')) };
    return {
      request: {
        ...envelopeOf(call, entry.nested('Destination')),
        Headers: Object.keys(headers).length > 0 ? headers : undefined,
        Tags: Object.keys(tags).length > 0 ? tags : undefined,
      },
      data: { ...shared.data, ...templateDataOf(replacement, 'ReplacementTemplateData') },
    };
  };
}

function orProblem<T>(read: () => T): T | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
