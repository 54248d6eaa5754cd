import { Buffer, isAscii } from 'node:buffer';
import { refuseInjection } from './header.js';
import { InvalidMail } from './invalid-mail.js';
import { parameter } from './parameter.js';
import { base64Lines } from './transfer-encoding.js';

export interface OutgoingAttachment {
  /** As the recipient sees it; any Unicode. */
  fileName: string;
  /** A media type, with parameters if need be: `text/csv; charset=utf-8`. */
  contentType: string;
  /** Lets the HTML refer to this part as `cid:<contentId>` (RFC 2392); with or without angle brackets. */
  contentId?: string;
  content: Buffer;
}

const MEDIA_TYPE =
  /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}(?:\s*;\s*[a-z0-9!#$&^_.+-]+=(?:[^\s";]+|"[^"]*"))*$/i;
const CONTENT_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,240}$/;

/** One part with its headers, ready to stand between two boundaries. Throws InvalidMail for what cannot be written. */
export function attachmentPart(attachment: OutgoingAttachment, field: string, inline: boolean): string {
  refuseInjection(`${field}.fileName`, attachment.fileName);
  const contentType = mediaType(attachment, field);
  // RFC 2046 section 5.2.1: a message/* part may not be encoded, so one that cannot travel as it is becomes a plain file.
  const composite = /^(?:message|multipart)\//i.test(contentType);
  const asItStands = composite && travelsAsItStands(attachment.content);
  return (
    `Content-Type: ${composite && !asItStands ? 'application/octet-stream' : contentType}\r\n` +
    `Content-Transfer-Encoding: ${asItStands ? '7bit' : 'base64'}\r\n` +
    `Content-Disposition: ${inline ? 'inline' : 'attachment'}${parameter('filename', attachment.fileName)}\r\n` +
    contentIdHeader(attachment.contentId, field) +
    '\r\n' +
    (asItStands ? attachment.content.toString('latin1') : base64Lines(attachment.content))
  );
}

function mediaType({ contentType }: OutgoingAttachment, field: string): string {
  const name = `${field}.contentType`;
  refuseInjection(name, contentType);
  if (contentType.length > 250 || !isAscii(Buffer.from(contentType)) || !MEDIA_TYPE.test(contentType)) {
    throw new InvalidMail(name, 'not a media type');
  }
  // A boundary of a stranger's making has no meaning around a single part.
  return /^multipart\//i.test(contentType) ? 'application/octet-stream' : contentType;
}

function contentIdHeader(contentId: string | undefined, field: string): string {
  if (contentId === undefined) return '';
  const id = contentId.replace(/^<(.*)>$/, '$1');
  if (!CONTENT_ID.test(id)) throw new InvalidMail(`${field}.contentId`, 'not a content id');
  return `Content-ID: <${id}>\r\n`;
}

function travelsAsItStands(content: Buffer): boolean {
  if (!isAscii(content)) return false;
  const lines = content.toString('latin1').split('\r\n');
  // eslint-disable-next-line no-control-regex -- bare line breaks and NUL are what may not travel
  return lines.every((line) => line.length <= 998 && !/[\0\r\n]/.test(line));
}
