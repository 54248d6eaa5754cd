import { decodeHeaderText } from './encoded-words.js';
import type { HeaderFields } from './header.js';
import { type ParameterField, parseParameters } from './parameters.js';
import type { AttachmentMeta } from './parsed-message.js';

const NAME_MAX = 255;
const CONTENT_ID_MAX = 240;

/** What the header of a part says about its content. */
export interface PartKind {
  type: ParameterField;
  encoding: string;
  /** The boundary of a multipart; undefined for any other part. */
  boundary: string | undefined;
  meta: AttachmentMeta;
  /** Whether it is text to read rather than a file. */
  isText: boolean;
}

/** @param parent the subtype of the multipart around it; undefined for the message itself */
export function partKindOf(header: HeaderFields, parent: string | undefined): PartKind {
  const fallback = parent === 'digest' ? 'message/rfc822' : 'text/plain';
  const type = parseParameters(header.get('content-type') ?? fallback);
  if (!/^[^\s/]+\/[^\s/]+$/.test(type.value))
    type.value = type.value === 'text' ? 'text/plain' : 'application/octet-stream';
  const disposition = parseParameters(header.get('content-disposition') ?? '');
  const contentId =
    header
      .get('content-id')
      ?.replaceAll(/[<>\s]/g, '')
      .slice(0, CONTENT_ID_MAX) || null;
  const fileName = fileNameOf(disposition, type);
  const isText =
    (type.value === 'text/plain' || type.value === 'text/html') &&
    disposition.value !== 'attachment' &&
    fileName === '';
  const isInline = disposition.value !== 'attachment' && contentId !== null && parent === 'related';
  return {
    type,
    encoding: header.get('content-transfer-encoding') ?? '',
    boundary: type.value.startsWith('multipart/') ? type.parameters.get('boundary') : undefined,
    meta: { fileName: fileName || nameOfMessage(type), contentType: type.value, contentId, isInline },
    isText,
  };
}

function fileNameOf(disposition: ParameterField, type: ParameterField): string {
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name') ?? '';
  // Only the last step of a path, and nothing that hides what the name is.
  const decoded = decodeHeaderText(name).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  return (decoded.split(/[/\\]/).at(-1) ?? '').trim().slice(0, NAME_MAX);
}

const nameOfMessage = ({ value }: ParameterField): string => (value === 'message/rfc822' ? 'message.eml' : '');
