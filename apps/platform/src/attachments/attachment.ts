interface AttachmentHead {
  fileName: string;
  contentType: string;
  contentId?: string;
}

/** An attachment with its content, as in a request and in message content from before blobs existed. */
export interface InlineAttachment extends AttachmentHead {
  /** base64 */
  data: string;
}

/** An attachment whose content is a blob of the tenant. */
export interface BlobAttachment extends AttachmentHead {
  hash: string;
  bytes: number;
}

/** A file within a message that its sender wrote: its content is in that. */
export interface RawPart extends AttachmentHead {
  bytes: number;
}

export type StoredAttachment = InlineAttachment | BlobAttachment | RawPart;

export const isInline = (attachment: StoredAttachment): attachment is InlineAttachment => 'data' in attachment;

export const isBlob = (attachment: StoredAttachment): attachment is BlobAttachment => 'hash' in attachment;

/** Content of more bytes is in memory several times while it leaves: few such messages do so at once. */
export const LARGE_BYTES = 1_048_576;

/** Says whether the attachments of a message are large together. */
export const isLarge = (attachments: readonly StoredAttachment[]): boolean =>
  attachments.reduce((sum, attachment) => sum + bytesOf(attachment), 0) > LARGE_BYTES;

export const bytesOf = (attachment: StoredAttachment): number =>
  isInline(attachment) ? Buffer.byteLength(attachment.data, 'base64') : attachment.bytes;
