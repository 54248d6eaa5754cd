/** Reader of MIME messages in bounded memory. */

export { type Author, authorOf, parseAddresses } from './headers/addresses.js';
export { decodeHeaderText } from './headers/encoded-words.js';
export { parseDate } from './headers/dates.js';
export { type ContentDecoder, decoderFor } from './decoders/decoders.js';
export { HeaderFields, parseFields } from './headers/header.js';
export { htmlToText, textBeside } from './text/html-text.js';
export { type LinePiece, linesOf } from './lines.js';
export { boundaryKind } from './message-reader.js';
export { type ParameterField, parseParameters } from './headers/parameters.js';
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
