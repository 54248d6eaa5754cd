import { TheirFields } from '../frame/their-fields.js';
import { type FileDownload, MAX_DOWNLOADED_BYTES } from '../frame/file-download.js';
import { mediaTypeOf } from '../frame/media-type.js';
import { scheduledAtOf } from './scheduled-at.js';

/** Makes our request of a body of `POST /emails`. Files that it names by `path` are read now. @throws Problem */
export async function toSendRequest(body: unknown, files: FileDownload): Promise<object> {
  const email = TheirFields.of(body);
  const scheduledAt = email.text('scheduled_at');
  const template = email.nested('template');
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
    Attachments: await attachmentsOf(email.list('attachments'), files),
  };
}

function messageOf(email: TheirFields): object {
  const [text, html] = [email.text('text'), email.text('html')];
  return {
    Subject: { Data: email.requiredText('subject') },
    Body: { ...(text && { Text: { Data: text } }), ...(html && { Html: { Data: html } }) },
  };
}

function tagsOf(tags: readonly TheirFields[]): Record<string, string> | undefined {
  if (tags.length === 0) return undefined;
  return Object.fromEntries(tags.map((tag) => [tag.requiredText('name'), tag.requiredText('value')]));
}

async function attachmentsOf(all: readonly TheirFields[], files: FileDownload): Promise<object[] | undefined> {
  if (all.length === 0) return undefined;
  const room = { bytes: MAX_DOWNLOADED_BYTES };
  const attachments: object[] = [];
  // One after another: they share the room of a call.
  for (const attachment of all) attachments.push(await attachmentOf(attachment, files, room));
  return attachments;
}

async function attachmentOf(attachment: TheirFields, files: FileDownload, room: { bytes: number }): Promise<object> {
  const url = attachment.has('content') ? undefined : attachment.text('path');
  const FileName = attachment.text('filename') || (url === undefined ? 'attachment' : fileNameOf(url));
  return {
    FileName,
    ContentType: attachment.text('content_type') ?? mediaTypeOf(FileName),
    ContentId: (attachment.text('content_id') ?? attachment.text('inline_content_id'))?.replace(/^<(.*)>$/, '$1'),
    Data: url === undefined ? contentOf(attachment) : await files.fetch(url, 'path', room),
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

/** The last step of an address, as a browser names what it saves. */
function fileNameOf(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined;
  try {
    return decodeURIComponent(last ?? '') || 'attachment';
  } catch {
    return 'attachment';
  }
}
