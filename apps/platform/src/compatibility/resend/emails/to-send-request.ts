import { TheirFields } from '../../frame/their-fields.js';
import { fileNameOfUrl } from '../../../attachments/file-name-of-url.js';
import { mediaTypeOf } from '../../../attachments/media-type.js';
import { scheduledAtOf } from '../frame/scheduled-at.js';

/** Makes our request of a body of `POST /emails`. @throws Problem */
export function toSendRequest(body: unknown): object {
  const email = TheirFields.of(body);
  const scheduledAt = email.text('scheduled_at');
  const template = email.nested('template');
  if (!email.has('to')) throw email.missing('to');
  return {
    Source: email.requiredText('from'),
    Destination: {
      ToAddresses: email.texts('to'),
      CcAddresses: email.texts('cc'),
      BccAddresses: email.texts('bcc'),
    },
    ...(template
      ? { TemplateId: template.requiredText('id'), TemplateData: template.object('variables') ?? {} }
      : { Message: messageOf(email) }),
    TopicId: email.text('topic_id'),
    SendAt: scheduledAt === undefined ? undefined : scheduledAtOf(scheduledAt, new Date()),
    ReplyToAddresses: email.texts('reply_to'),
    Headers: email.object('headers'),
    Tags: tagsOf(email.list('tags')),
    Attachments: attachmentsOf(email.list('attachments')),
  };
}

function messageOf(email: TheirFields): object {
  const [text, html] = [email.text('text'), email.text('html')];
  if (!text && !html) throw email.missing('html or text');
  return {
    Subject: { Data: email.requiredText('subject') },
    Body: { ...(text && { Text: { Data: text } }), ...(html && { Html: { Data: html } }) },
  };
}

function tagsOf(tags: readonly TheirFields[]): Record<string, string> | undefined {
  if (tags.length === 0) return undefined;
  return Object.fromEntries(tags.map((tag) => [tag.requiredText('name'), tag.requiredText('value')]));
}

function attachmentsOf(all: readonly TheirFields[]): object[] | undefined {
  return all.length === 0 ? undefined : all.map(attachmentOf);
}

function attachmentOf(attachment: TheirFields): object {
  const Url = attachment.has('content') ? undefined : attachment.text('path');
  const FileName = attachment.text('filename') || (Url === undefined ? 'attachment' : fileNameOfUrl(Url));
  return {
    FileName,
    ContentType: attachment.text('content_type') ?? mediaTypeOf(FileName),
    ContentId: (attachment.text('content_id') ?? attachment.text('inline_content_id'))?.replace(/^<(.*)>$/, '$1'),
    ...(Url === undefined ? { Data: contentOf(attachment) } : { Url }),
  };
}

/** The content in base64; clients that do not encode it send a buffer as JSON has it. */
function contentOf(attachment: TheirFields): string {
  const content = attachment.value('content');
  if (typeof content === 'string') return content.replace(/[\r\n]/g, '');
  if (isBuffer(content)) return Buffer.from(content.data).toString('base64');
  throw attachment.invalid('content', 'must be base64; without it, path must be the address of the file');
}

const isBuffer = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && Array.isArray((value as { data?: unknown }).data);
