import { decodeHeaderText } from '../headers/encoded-words.js';
import type { HeaderFields } from '../headers/header.js';
import { type ParameterField, parseParameters } from '../headers/parameters.js';
import type { AttachmentMeta } from '../parsed-message.js';

const NAME_MAX = 255;
const CONTENT_ID_MAX = 240;

/** Surroundings of a part. */
export interface PartPlace {
  /** The subtype of the multipart around it; undefined for the message itself. */
  parent: string | undefined;
  /** True if a text of the message was read before it. */
  isAfterText: boolean;
}

/** Outlook's container of a message, by its type or its name. */
export const isContainer = ({ type, meta }: PartKind): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type.value) || meta.fileName.toLowerCase() === 'winmail.dat';

/** Kind of a part's content, as its header says. */
export interface PartKind {
  type: ParameterField;
  encoding: string;
  /** The boundary of a multipart; undefined for any other part. */
  boundary: string | undefined;
  meta: AttachmentMeta;
  /** The value of Content-Location. */
  location: string | null;
  /** Whether it is text to read rather than a file. */
  isText: boolean;
}

export function partKindOf(header: HeaderFields, place: PartPlace): PartKind {
  const disposition = parseParameters(header.get('content-disposition') ?? '');
  const type = typeOf(header, place.parent, disposition);
  const fileName = fileNameOf(disposition, type);
  const isAttached = disposition.value === 'attachment';
  return {
    type,
    encoding: header.get('content-transfer-encoding') ?? '',
    boundary: type.value.startsWith('multipart/') ? type.parameters.get('boundary')?.trimEnd() || undefined : undefined,
    meta: {
      fileName: fileName || nameOfMessage(type),
      contentType: pictureTypeOf(type.value, fileName),
      contentId: nameIn(header.get('content-id')?.replaceAll(/[<>]/g, '')),
      isInline: false,
      isForPrograms: isForPrograms(type.value, place.parent, isAttached, fileName),
    },
    location: nameIn(header.get('content-location')),
    isText: !isAttached && isReadable(type.value, place, fileName),
  };
}

/** The type of the content. What is no type is text (RFC 2045, 5.2), unless it is said to be a file. */
function typeOf(header: HeaderFields, parent: string | undefined, disposition: ParameterField): ParameterField {
  const fallback = parent === 'digest' ? 'message/rfc822' : 'text/plain';
  const type = parseParameters(header.get('content-type') ?? fallback);
  if (/^[^\s/]+\/[^\s/]+$/.test(type.value)) return type;
  const isFile = disposition.value === 'attachment' || fileNameOf(disposition, type) !== '';
  const value = isFile && type.value !== 'text' ? 'application/octet-stream' : fallback;
  return { ...type, value: type.value === 'html' ? 'text/html' : value };
}

/** Text for programs, or for a reader of its own. */
const NOT_READABLE =
  /^text\/(?:calendar|x-amp-html|watch-html|(?:x-)?vcard|directory|rfc822-headers|css|javascript|xml|rtf|csv|xsl)$/;

/**
 * Text without a name, and the first one even with a name: some programs name what people wrote. Within alternatives all
 * texts are of one message.
 */
function isReadable(type: string, { parent, isAfterText }: PartPlace, fileName: string): boolean {
  if (type === 'text/plain' || type === 'text/html') return fileName === '' || parent === 'alternative' || !isAfterText;
  return (
    type.startsWith('text/') && !NOT_READABLE.test(type) && fileName === '' && parent !== 'alternative' && !isAfterText
  );
}

/** Parts that a person would not save: signatures, reports, other forms of the text. */
const FOR_PROGRAMS = new Set([
  'text/x-amp-html',
  'text/watch-html',
  'application/pgp-signature',
  'application/pgp-encrypted',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/applefile',
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
  'message/feedback-report',
  'message/tracking-status',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

function isForPrograms(type: string, parent: string | undefined, isAttached: boolean, fileName: string): boolean {
  if (FOR_PROGRAMS.has(type)) return true;
  if (parent === 'report' || parent === 'encrypted') return true;
  if (isAttached) return false;
  if (type === 'text/calendar') return true;
  return parent === 'alternative' && (type.startsWith('text/') || fileName === '');
}

const PICTURE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['bmp', 'image/bmp'],
]);

/** Some programs write that a picture is any file, or call its type by another name. */
function pictureTypeOf(type: string, fileName: string): string {
  const [, other] = /^image\/(?:x-|p)?(png|jpe?g|gif|webp|bmp)$/.exec(type) ?? [];
  if (other) return PICTURE_TYPES.get(other) ?? type;
  if (type !== 'application/octet-stream') return type;
  const [, ending = ''] = /\.([a-z]{3,4})$/i.exec(fileName) ?? [];
  return PICTURE_TYPES.get(ending.toLowerCase()) ?? type;
}

const fileNameOf = (disposition: ParameterField, type: ParameterField): string =>
  plainName(disposition.parameters.get('filename') || type.parameters.get('name') || '');

/** A file within another part, of which only the name is known. */
export function embeddedMeta(name: string, contentType = 'application/octet-stream'): AttachmentMeta {
  const fileName = plainName(name);
  const type = pictureTypeOf(contentType, fileName);
  return { fileName, contentType: type, contentId: null, isInline: false, isForPrograms: false };
}

function plainName(name: string): string {
  // Only the last step of a path, and nothing that hides what the name is.
  const decoded = decodeHeaderText(extended(name)).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  const steps = decoded.split(/[/\\]/).map((step) => step.trim());
  return withinLength(steps.findLast((step) => step !== '') ?? '');
}

/** Some programs write the form of RFC 2231 without its asterisk. */
function extended(name: string): string {
  const [, charset, rest] = /^(utf-8|iso-8859-1|windows-1252)'[a-z-]{0,10}'(.+)$/is.exec(name) ?? [];
  return charset && rest ? (parseParameters(`;n*=${charset}''${rest}`).parameters.get('n') ?? name) : name;
}

/** A name that is too long keeps its ending. */
function withinLength(name: string): string {
  if (name.length <= NAME_MAX) return name;
  const [ending = ''] = /\.[^.]{1,20}$/.exec(name) ?? [];
  return name.slice(0, NAME_MAX - ending.length) + ending;
}

const nameIn = (value: string | undefined): string | null =>
  value?.replaceAll(/\s/g, '').slice(0, CONTENT_ID_MAX) || null;

const nameOfMessage = ({ value }: ParameterField): string =>
  value === 'message/rfc822' || value === 'message/global' ? 'message.eml' : '';
