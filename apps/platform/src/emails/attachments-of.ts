import { invalidField, Problem } from '#libs/core/http';
import { hasHeaderInjection } from '#libs/mail/email';
import type { AttachedFiles } from '../attachments/attached-files.js';
import { bytesOf, type StoredAttachment } from '../attachments/attachment.js';
import { ATTACHMENTS_MAX_BYTES, FILE_NAME_MAX } from '../attachments/attachment-limits.js';
import { fileNameOfUrl } from '../attachments/file-name-of-url.js';
import { mediaTypeOf } from '../attachments/media-type.js';
import type { EmailAttachment, SendEmailRequest } from './dto/send-email.request.js';

const FIELDS = ['Data', 'UploadId', 'Url'] as const;

/**
 * The attachments of a request, those that it names by an upload or an address with the files that were found.
 * @throws Problem ValidationError, PayloadTooLarge, and why there is no file
 */
export function attachmentsOf({ Attachments }: SendEmailRequest, files: AttachedFiles): StoredAttachment[] | null {
  if (!Attachments) return null;
  const attachments = Attachments.map((attachment, index) => toAttachment(attachment, index, files));
  const bytes = attachments.reduce((sum, attachment) => sum + bytesOf(attachment), 0);
  if (bytes <= ATTACHMENTS_MAX_BYTES) return attachments;
  throw invalidField(
    'PayloadTooLarge',
    'Attachments',
    `have ${bytes} bytes; all attachments of an e-mail have at most ${ATTACHMENTS_MAX_BYTES}`,
  );
}

/** Refuses attachments with content in the request that is not as it has to be. @throws Problem ValidationError */
export function requireOwnContent({ Attachments = [] }: SendEmailRequest): void {
  const noFiles: AttachedFiles = new Map();
  for (const [index, one] of Attachments.entries()) if (one.Data !== undefined) toAttachment(one, index, noFiles);
}

function toAttachment(attachment: EmailAttachment, index: number, files: AttachedFiles): StoredAttachment {
  const { Data, Url, ContentId } = attachment;
  const place = `Attachments[${index}]`;
  const given = FIELDS.filter((field) => attachment[field] !== undefined);
  if (given.length !== 1) {
    const [field] = given;
    throw invalidField(
      'ValidationError',
      `${place}.${field ?? 'Data'}`,
      'must be given, or else one of UploadId and Url',
    );
  }
  if (Data !== undefined) requireDescribed(attachment, place);
  const file = Data === undefined ? fileOf(attachment, files) : undefined;
  const fileName = attachment.FileName ?? file?.fileName ?? fileNameOfUrl(Url ?? '').slice(-FILE_NAME_MAX);
  if (hasHeaderInjection(fileName))
    throw invalidField('ValidationError', `${place}.FileName`, 'must not contain line breaks or control characters');
  if (Data !== undefined && !isWholeBase64(Data))
    throw invalidField('ValidationError', `${place}.Data`, 'is base64 of which a part is missing');
  const contentType = attachment.ContentType ?? file?.contentType ?? mediaTypeOf(fileName);
  const head = { fileName, contentType, ...(ContentId ? { contentId: ContentId } : {}) };
  return file ? { ...head, hash: file.hash, bytes: file.bytes } : { ...head, data: Data ?? '' };
}

/** Requires name and type of content that is in the request. @throws Problem ValidationError */
function requireDescribed(attachment: EmailAttachment, place: string): void {
  for (const field of ['FileName', 'ContentType'] as const)
    if (attachment[field] === undefined)
      throw invalidField('ValidationError', `${place}.${field}`, 'is required with Data');
}

/** @throws Problem why there is no file */
function fileOf(attachment: EmailAttachment, files: AttachedFiles) {
  const file = files.get(attachment);
  if (!file) throw new Error('The file of an attachment was not looked up');
  if (!('problem' in file)) return file;
  throw file.problem instanceof Error ? file.problem : new Problem('InternalError');
}

/** Says whether the base64 has a valid length; padding is optional. */
export function isWholeBase64(base64: string): boolean {
  const bare = base64.replace(/={1,2}$/, '');
  return bare.length % 4 !== 1 && (bare.length === base64.length || base64.length % 4 === 0);
}
