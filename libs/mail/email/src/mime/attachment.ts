import { Buffer, isAscii } from 'node:buffer';
import { assertNoInjection } from './header.js';
import { InvalidMail } from './invalid-mail.js';
import { parameter } from './parameter.js';
import { base64Lines } from './transfer-encoding.js';

export interface OutgoingAttachment {
  /** Name for the recipient; any Unicode. */
  fileName: string;
  /** A media type, optionally with parameters: `text/csv; charset=utf-8`. */
  contentType: string;
  /** The HTML refers to this part as `cid:<contentId>` (RFC 2392). With or without angle brackets. */
  contentId?: string;
  content: Buffer;
}

const MEDIA_TYPE =
  /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}(?:\s*;\s*[a-z0-9!#$&^_.+-]+=(?:[^\s";]+|"[^"]*"))*$/i;
const CONTENT_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,240}$/;

/** One MIME part with its headers. @throws InvalidMail for invalid values */
export function attachmentPart(attachment: OutgoingAttachment, field: string, inline: boolean): string {
  assertNoInjection(`${field}.fileName`, attachment.fileName);
  const contentType = mediaType(attachment, field);
  // RFC 2046 section 5.2.1: a message/* part must not be encoded; one that would need it is sent as a plain file.
  const composite = /^(?:message|multipart)\//i.test(contentType);
  const unencoded = composite && canSendUnencoded(attachment.content);
  return (
    `Content-Type: ${composite && !unencoded ? 'application/octet-stream' : contentType}\r\n` +
    `Content-Transfer-Encoding: ${unencoded ? '7bit' : 'base64'}\r\n` +
    `Content-Disposition: ${inline ? 'inline' : 'attachment'}${parameter('filename', attachment.fileName)}\r\n` +
    contentIdHeader(attachment.contentId, field) +
    '\r\n' +
    (unencoded ? attachment.content.toString('latin1') : base64Lines(attachment.content))
  );
}

/** The part by which mail programs show an invitation (RFC 6047): they offer to accept it only where no disposition makes it a file. */
export function invitationPart(attachment: OutgoingAttachment, field: string): string {
  const type = mediaType(attachment, field);
  const method = METHOD_OF_TYPE.test(type) ? '' : `; method=${methodIn(attachment.content)}`;
  const charset = /;\s*charset=/i.test(type) ? '' : '; charset=utf-8';
  const header = `Content-Type: ${type}${charset}${method}\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
  return header + base64Lines(attachment.content);
}

const METHOD_OF_TYPE = /^text\/calendar\s*;(?:.*;)?\s*method=/i;

/** Bytes in which a calendar says its method: programs write it among the first lines. */
const HEAD_BYTES = 4_096;

/** The method that a calendar itself says (RFC 5546). */
const methodIn = (content: Buffer): string | undefined =>
  /^METHOD(?:;[^:\r\n]*)?:\s*([A-Za-z-]{1,40})\s*$/m
    .exec(content.toString('latin1', 0, HEAD_BYTES))?.[1]
    ?.toUpperCase();

/** Says whether a calendar asks for something, by its type or by itself, and is not just a file. */
export const isInvitation = ({ contentType, content }: OutgoingAttachment): boolean =>
  METHOD_OF_TYPE.test(contentType) ||
  (/^text\/calendar\s*(?:;|$)/i.test(contentType) && methodIn(content) !== undefined);

function mediaType({ contentType }: OutgoingAttachment, field: string): string {
  const name = `${field}.contentType`;
  assertNoInjection(name, contentType);
  if (contentType.length > 250 || !isAscii(Buffer.from(contentType)) || !MEDIA_TYPE.test(contentType)) {
    throw new InvalidMail(name, 'not a media type');
  }
  // The sender's boundary has no meaning for a single part.
  return /^multipart\//i.test(contentType) ? 'application/octet-stream' : contentType;
}

function contentIdHeader(contentId: string | undefined, field: string): string {
  if (contentId === undefined) return '';
  const id = contentId.replace(/^<(.*)>$/, '$1');
  if (!CONTENT_ID.test(id)) throw new InvalidMail(`${field}.contentId`, 'not a content id');
  return `Content-ID: <${id}>\r\n`;
}

function canSendUnencoded(content: Buffer): boolean {
  if (!isAscii(content)) return false;
  const lines = content.toString('latin1').split('\r\n');
  // eslint-disable-next-line no-control-regex -- looks for bare line breaks and NUL
  return lines.every((line) => line.length <= 998 && !/[\0\r\n]/.test(line));
}
