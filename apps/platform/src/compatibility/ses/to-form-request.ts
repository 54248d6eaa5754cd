import { TheirFields } from '../frame/their-fields.js';
import { templateDataOf, templateIdOf } from './template-use.js';
import { toRawRequest } from './to-raw-request.js';
import { messageOf, tagsOf } from './to-send-request.js';

/** Makes our request of the fields of `SendEmail` of the first version. @throws Problem */
export function toFormRequest(body: unknown): object {
  const message = TheirFields.of(TheirFields.of(body).value('Message') ?? {}, 'Message');
  return { ...withoutContent(TheirFields.of(body)), Message: messageOf(message) };
}

/**
 * Makes our request of the fields of `SendTemplatedEmail`.
 * @param ids of templates by their names
 * @throws Problem
 */
export function toFormTemplatedRequest(body: unknown, name: string, ids: ReadonlyMap<string, string>): object {
  const fields = TheirFields.of(body);
  return {
    ...withoutContent(fields),
    TemplateId: templateIdOf(name, ids),
    TemplateData: templateDataOf(fields, 'TemplateData'),
  };
}

/** Makes our request of the fields of `SendRawEmail`. @throws Problem */
export function toFormRawRequest(body: unknown): object {
  const email = TheirFields.of(body);
  return toRawRequest({
    data: email.nested('RawMessage')?.requiredText('Data') ?? '',
    source: email.text('Source'),
    destination: { ToAddresses: email.texts('Destinations'), CcAddresses: [], BccAddresses: [] },
    tags: tagsOf(email.list('Tags')),
  });
}

function withoutContent(email: TheirFields): object {
  const destination = email.nested('Destination');
  return {
    Source: email.requiredText('Source'),
    Destination: {
      ToAddresses: destination?.texts('ToAddresses') ?? [],
      CcAddresses: destination?.texts('CcAddresses') ?? [],
      BccAddresses: destination?.texts('BccAddresses') ?? [],
    },
    ReplyToAddresses: email.texts('ReplyToAddresses'),
    Tags: tagsOf(email.list('Tags')),
  };
}
