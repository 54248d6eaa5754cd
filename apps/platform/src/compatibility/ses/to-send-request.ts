import { mediaTypeOf } from '../../attachments/media-type.js';
import { TheirFields } from '../frame/their-fields.js';
import { toRawRequest } from './to-raw-request.js';
import { templateDataOf } from './templates/template-use.js';
import type { TemplateUses } from './templates/template-uses.js';

/**
 * Makes our request of a body of `POST /v2/email/outbound-emails`.
 * @throws Problem
 */
export async function toSendRequest(body: unknown, templates: TemplateUses): Promise<object> {
  const email = TheirFields.of(body);
  const content = TheirFields.of(email.value('Content') ?? {}, 'Content');
  const [simple, template] = [content.nested('Simple'), content.nested('Template')];
  const raw = content.nested('Raw');
  if (raw) return rawOf(email, raw.requiredText('Data'));
  const part = simple ?? template;
  if (!part) throw content.invalid('Simple', 'or Template or Raw is missing');
  const isTemplate = part === template;
  return {
    ...envelopeOf(email),
    ...(isTemplate
      ? await templates.contentOf(part, templateDataOf(part, 'TemplateData'))
      : { Message: messageOf(part) }),
    Headers: headersOf(part.list('Headers')),
    Tags: tagsOf(email.list('EmailTags')),
    Attachments: attachmentsOf(part.list('Attachments')),
  };
}

const rawOf = (email: TheirFields, data: string): object =>
  toRawRequest({
    data,
    source: email.text('FromEmailAddress'),
    destination: destinationOf(email.nested('Destination')),
    tags: tagsOf(email.list('EmailTags')),
  });

const destinationOf = (destination: TheirFields | undefined) => ({
  ToAddresses: destination?.texts('ToAddresses') ?? [],
  CcAddresses: destination?.texts('CcAddresses') ?? [],
  BccAddresses: destination?.texts('BccAddresses') ?? [],
});

/** Sender, recipients and addresses for answers. */
export function envelopeOf(email: TheirFields, destination = email.nested('Destination')): object {
  return {
    Source: email.requiredText('FromEmailAddress'),
    Destination: destinationOf(destination),
    ReplyToAddresses: email.texts('ReplyToAddresses'),
  };
}

export function headersOf(headers: readonly TheirFields[]): Record<string, string> | undefined {
  if (headers.length === 0) return undefined;
  return Object.fromEntries(headers.map((header) => [header.requiredText('Name'), header.text('Value') ?? '']));
}

export function tagsOf(tags: readonly TheirFields[]): Record<string, string> | undefined {
  if (tags.length === 0) return undefined;
  return Object.fromEntries(tags.map((tag) => [tag.requiredText('Name'), tag.requiredText('Value')]));
}

/** Subject and bodies; their charset says how a mail is encoded there, and is always UTF-8 here. */
export function messageOf(message: TheirFields): object {
  const bodies = message.nested('Body');
  const dataOf = (name: string) => bodies?.nested(name)?.text('Data');
  const [text, html] = [dataOf('Text'), dataOf('Html')];
  return {
    Subject: { Data: message.nested('Subject')?.text('Data') ?? '' },
    Body: { ...(text && { Text: { Data: text } }), ...(html && { Html: { Data: html } }) },
  };
}

function attachmentsOf(all: readonly TheirFields[]): object[] | undefined {
  if (all.length === 0) return undefined;
  return all.map((attachment) => {
    const FileName = attachment.requiredText('FileName');
    return {
      FileName,
      ContentType: attachment.text('ContentType') || mediaTypeOf(FileName),
      ContentId: attachment.text('ContentId')?.replace(/^<(.*)>$/, '$1') || undefined,
      Data: attachment.requiredText('RawContent'),
    };
  });
}
