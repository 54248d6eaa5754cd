import { decodeText, wellFormed } from '#libs/core/charsets';

/** Characters of a value that are decoded: bombs of encoded words are longer. */
const DECODED_MAX = 16_384;

/**
 * An encoded word (RFC 2047), with the language that it may name (RFC 2231, 5). Programs put blanks and question marks into
 * it, which the standard does not allow, and words without a blank between them.
 */
export const ENCODED_WORD =
  /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,40})?\?([bq])\?([^?]{0,8000}(?:\?(?!=)[^?]{0,500}){0,5})\?=/gi;

/** A run of words of one charset, whose bytes are decoded together: a character may be split between two. */
interface Run {
  charset: string;
  pieces: Buffer[];
}

/** Decodes a text of a header for people: encoded words (RFC 2047), without controls and marks that turn its direction. */
export function decodeHeaderText(value: string): string {
  return shownText(decodeWords(value.slice(0, DECODED_MAX)));
}

/** Without what people do not see and what makes them see something else. */
export const shownText = (text: string): string =>
  wellFormed(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, '')).trim();

/** The charset of the first encoded word of a text. */
export function charsetOfWords(text: string): string | undefined {
  for (const [, charset] of text.matchAll(ENCODED_WORD)) return charset;
  return undefined;
}

function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  let [decoded, at] = ['', 0];
  let run: Run | undefined;
  const end = () => {
    if (run) decoded += decodeText(Buffer.concat(run.pieces), run.charset).text;
    run = undefined;
  };
  for (const { 0: word, 1: label = '', 2: encoding = '', 3: payload = '', index } of text.matchAll(ENCODED_WORD)) {
    const between = text.slice(at, index);
    const charset = label.toLowerCase();
    // Blanks between two words are not shown (RFC 2047, 6.2).
    const isNext = run !== undefined && between.trim() === '';
    if (!isNext || run?.charset !== charset) {
      end();
      if (!isNext) decoded += between;
      run = { charset, pieces: [] };
    }
    run?.pieces.push(encoding.toLowerCase() === 'b' ? fromBase64(payload) : fromQ(payload));
    at = index + word.length;
  }
  end();
  return decoded + text.slice(at);
}

/** Programs that join words leave the padding of the first in the middle. */
function fromBase64(payload: string): Buffer {
  const pieces = payload.split('=').filter((piece) => piece !== '');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
}

function fromQ(payload: string): Buffer {
  const bytes = Buffer.from(payload.replaceAll('_', ' ')).toString('latin1');
  return Buffer.from(
    bytes.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
