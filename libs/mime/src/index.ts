export { type Author, authorOf } from './addresses.js';
export { parseDate } from './dates.js';
export { type ContentDecoder, decoderFor } from './decoders.js';
export { HeaderFields, parseFields } from './header.js';
export { htmlToText, textBeside } from './html-text.js';
export { type LinePiece, linesOf } from './lines.js';
export { boundaryKind } from './message-reader.js';
export { type ParameterField, parseParameters } from './parameters.js';
export { parseMessage, snippetOf } from './parse-message.js';
export { pictureKey } from './pictures.js';
export {
  type AttachmentMeta,
  type AttachmentSink,
  type HeaderField,
  MIME_LIMITS,
  type MimeLimits,
  type MimeProblem,
  type ParsedAddress,
  type ParsedAttachment,
  type ParsedMessage,
} from './parsed-message.js';
