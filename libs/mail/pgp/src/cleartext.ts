import { decoderFor, linesOf, type LinePiece } from '#libs/mail/mime';
import { SIGNATURE_MAX } from './multipart-signed.js';
import type { SignedReader } from './signed-content.js';

const BEGIN = '-----BEGIN PGP SIGNED MESSAGE-----';
const BEGIN_SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const END_SIGNATURE = '-----END PGP SIGNATURE-----';
const CRLF = Buffer.from('\r\n');
const HYPHEN = 0x2d;
const BLANK = 0x20;
const TAB = 0x09;

type Place = 'before' | 'header' | 'text' | 'signature' | 'after';

/**
 * Reads a cleartext signature (RFC 9580, 7) that is the whole text: what stands before or after it is not signed, and nobody
 * sees where one ends and the other begins. Lines of more than 64 KiB are not read.
 */
export function readCleartext(encoding: string): SignedReader {
  return async function* (body, found) {
    let place: Place = 'before';
    let isFirst = true;
    let bytes = 0;
    const signature: string[] = [];
    for await (const { bytes: line, isStart, isEnd } of linesOf(decoded(body, encoding))) {
      if (!isStart || !isEnd) return;
      const text = line.length <= 200 ? line.toString('latin1').trimEnd() : '';
      if (place === 'before' || place === 'after') {
        if (place === 'before' && text === BEGIN) place = 'header';
        else if (line.length > 200 || text !== '') return;
      } else if (place === 'header') {
        if (text === '' && line.length <= 200) place = 'text';
        else if (!/^Hash: /i.test(text)) return;
      } else if (place === 'text') {
        const isEscaped = line[0] === HYPHEN && line[1] === BLANK;
        if (line[0] === HYPHEN && !isEscaped) {
          if (text !== BEGIN_SIGNATURE) return;
          place = 'signature';
          signature.push(BEGIN_SIGNATURE);
          continue;
        }
        if (!isFirst) yield CRLF;
        isFirst = false;
        const content = withoutBlanks(isEscaped ? line.subarray(2) : line);
        if (content.length > 0) yield Buffer.from(content);
      } else {
        bytes += line.length + 1;
        if (bytes > SIGNATURE_MAX) return;
        signature.push(line.toString('latin1'));
        if (text === END_SIGNATURE) place = 'after';
      }
    }
    if (place === 'after') found.signature = `${signature.join('\r\n')}\r\n`;
  };
}

async function* decoded(body: AsyncIterable<LinePiece>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoderFor(encoding);
  for await (const { bytes, ending } of body) yield decoder.write(Buffer.concat([bytes, ending]));
  yield decoder.end();
}

/** Blanks at the end of a line are not signed. */
function withoutBlanks(line: Buffer): Buffer {
  let end = line.length;
  while (end > 0 && (line[end - 1] === BLANK || line[end - 1] === TAB)) end -= 1;
  return line.subarray(0, end);
}
