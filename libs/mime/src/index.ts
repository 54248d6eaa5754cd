export { htmlToText } from './html-text.js';
export { parseMessage, snippetOf } from './parse-message.js';
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
