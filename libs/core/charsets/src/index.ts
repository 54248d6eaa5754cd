/** Text from bytes in any charset. */

export { type DecodedText, decodeText, textDecoder, type TextDecoderStream, wellFormed } from './decode-text.js';
export { charsetOfHtml, htmlLabel } from './html-charset.js';
export { isUtf8, Utf8Evidence } from './utf8-evidence.js';
