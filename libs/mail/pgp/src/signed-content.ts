import { HeaderFields, linesOf, type LinePiece, parseFields, parseParameters } from '#libs/mail/mime';
import { readCleartext } from './cleartext.js';
import { readMultipart } from './multipart-signed.js';

const HEADER_MAX = 512 * 1024;
/** Signed bytes are passed on in pieces of about this size. */
const PIECE = 65_536;

export interface SignedContent {
  /** The signature, armored. */
  signature: string;
  /** The signed bytes, as they were hashed. */
  open(): AsyncIterable<Buffer>;
}

/** Reads the signed bytes of a body; the signature is set when it has ended, if all is as it must be. */
export type SignedReader = (body: AsyncIterable<LinePiece>, found: { signature?: string }) => AsyncGenerator<Buffer>;

/**
 * Finds the signed content of a message: that of `multipart/signed` (RFC 3156), or of a text that is a cleartext
 * signature as a whole. Null without a signature, and if a part of what readers see is not signed. The message is read
 * twice, in memory that does not grow with it.
 */
export async function findSigned(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<SignedContent | null> {
  const found: { signature?: string } = {};
  for await (const _ of signedBytes(open, found));
  if (found.signature === undefined) return null;
  return { signature: found.signature, open: () => inPieces(signedBytes(open, {})) };
}

async function* signedBytes(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  found: { signature?: string },
): AsyncGenerator<Buffer> {
  const lines = linesOf(await open());
  const header = await readHeader(lines);
  const read = header && readerFor(header);
  if (read) yield* read(lines, found);
}

/** Undefined for a header that is not clear: other programs may read it otherwise. */
async function readHeader(lines: AsyncGenerator<LinePiece>): Promise<HeaderFields | undefined> {
  const header: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value: piece } = await lines.next();
    if (done) return undefined;
    if (piece.isStart && piece.isEnd && piece.bytes.length === 0) return new HeaderFields(parseFields(header));
    bytes += piece.bytes.length;
    if (bytes > HEADER_MAX) return undefined;
    const isContinuation = piece.bytes[0] === 0x20 || piece.bytes[0] === 0x09;
    const isField = /^[^\s:]+[ \t]*:/.test(piece.bytes.subarray(0, 200).toString('latin1'));
    if (!piece.isStart) header.push(Buffer.concat([header.pop()!, piece.bytes]));
    else if (isField || (isContinuation && header.length > 0)) header.push(Buffer.from(piece.bytes));
    // The separator line of a mailbox file.
    else if (bytes > piece.bytes.length || piece.bytes.subarray(0, 5).toString() !== 'From ') return undefined;
  }
}

function readerFor(header: HeaderFields): SignedReader | undefined {
  const { value, parameters } = parseParameters(header.get('content-type') ?? 'text/plain');
  const boundary = parameters.get('boundary');
  if (value === 'multipart/signed') {
    const protocol = parameters.get('protocol')?.toLowerCase() ?? '';
    return boundary && protocol === 'application/pgp-signature' ? readMultipart(boundary) : undefined;
  }
  return value === 'text/plain' ? readCleartext(header.get('content-transfer-encoding') ?? '') : undefined;
}

async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length < PIECE) continue;
    yield Buffer.concat(parts, length);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts, length);
}
