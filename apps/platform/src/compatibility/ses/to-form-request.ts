import { TheirFields } from '../frame/their-fields.js';
import { templateDataOf } from './templates/template-use.js';
import type { TemplateUses } from './templates/template-uses.js';
import { toRawRequest } from './to-raw-request.js';
import { messageOf, tagsOf } from './to-send-request.js';

/** Makes our request of the fields of `SendEmail` of the first version. @throws Problem */
export function toFormRequest(body: unknown): object {
  const message = TheirFields.of(TheirFields.of(body).value('Message') ?? {}, 'Message');
  return { ...withoutContent(TheirFields.of(body)), Message: messageOf(message) };
}

/** Makes our request of the fields of `SendTemplatedEmail`. @throws Problem */
export async function toFormTemplatedRequest(form: TheirFields, templates: TemplateUses): Promise<object> {
  if (!form.has('TemplateArn')) form.requiredText('Template');
  const template = TheirFields.of(templateOf(form));
  return { ...withoutContent(form), ...(await templates.contentOf(template, templateDataOf(form, 'TemplateData'))) };
}

/** The fields of `SendBulkTemplatedEmail` as a body of the second version has them. @throws Problem */
export function toFormBulk(body: unknown): object {
  const form = TheirFields.of(body);
  return {
    FromEmailAddress: form.value('Source'),
    ReplyToAddresses: form.value('ReplyToAddresses'),
    DefaultEmailTags: form.value('DefaultTags'),
    DefaultContent: { Template: { ...templateOf(form), TemplateData: form.value('DefaultTemplateData') } },
    BulkEmailEntries: form.list('Destinations').map((entry) => ({
      Destination: entry.value('Destination'),
      ReplacementTags: entry.value('ReplacementTags'),
      ReplacementEmailContent: {
        ReplacementTemplate: { ReplacementTemplateData: entry.value('ReplacementTemplateData') },
      },
    })),
  };
}

/** The name of a template under the name that the second version has for it. */
const templateOf = (form: TheirFields): object => ({
  TemplateName: form.value('Template'),
  TemplateArn: form.value('TemplateArn'),
});

/** Makes our request of the fields of `SendRawEmail`. @throws Problem */
export function toFormRawRequest(body: unknown): object {
  const email = TheirFields.of(body);
  return toRawRequest({
    data: TheirFields.of(email.value('RawMessage') ?? {}, 'RawMessage').requiredText('Data'),
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
