import { boundaryKind, decoderFor, HeaderFields, parseFields, parseParameters } from '#libs/mail/mime';
import type { SignedReader } from './signed-content.js';

/** Bytes of a signature with everything around it. */
export const SIGNATURE_MAX = 65_536;

const CRLF = Buffer.from('\r\n');

/**
 * Reads `multipart/signed` (RFC 1847, RFC 3156): exactly two parts, the first one signed as it stands with CRLF at the ends
 * of its lines, but without the last, which belongs to the boundary. `micalg` is not asked: the signature names its hash.
 */
export function readMultipart(boundary: string): SignedReader {
  const delimiter = Buffer.from(`--${boundary}`);
  return async function* (body, found) {
    let part = 0;
    let isFirst = true;
    let isClosed = false;
    const signature: Buffer[] = [];
    let bytes = 0;
    for await (const { bytes: line, isStart, isEnd } of body) {
      if (isClosed) continue;
      const kind = isStart && isEnd ? boundaryKind(line, delimiter) : undefined;
      if (kind) {
        isClosed = kind === 'close';
        if (!isClosed) part += 1;
        if (part > 2) return;
      } else if (part === 1) {
        if (isStart && !isFirst) yield CRLF;
        isFirst = false;
        if (line.length > 0) yield Buffer.from(line);
      } else if (part === 2) {
        bytes += line.length + 1;
        if (bytes > SIGNATURE_MAX || !isEnd) return;
        signature.push(Buffer.from(line));
      }
    }
    if (part === 2) found.signature = signatureOf(signature);
  };
}

/** The content of the second part, which is `application/pgp-signature`. */
function signatureOf(lines: readonly Buffer[]): string | undefined {
  const end = lines.findIndex(({ length }) => length === 0);
  if (end < 0) return undefined;
  const header = new HeaderFields(parseFields(lines.slice(0, end)));
  if (parseParameters(header.get('content-type') ?? '').value !== 'application/pgp-signature') return undefined;
  const decoder = decoderFor(header.get('content-transfer-encoding') ?? '');
  const content = Buffer.from(
    lines
      .slice(end + 1)
      .map((line) => `${line.toString('latin1')}\r\n`)
      .join(''),
    'latin1',
  );
  return Buffer.concat([decoder.write(content), decoder.end()]).toString('latin1');
}
