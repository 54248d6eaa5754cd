import { Readable } from 'node:stream';
import type { Download } from '#libs/core/http';
import { spamHeaders } from '#libs/mail/spam';
import type { Blobs, ByteRange } from '#libs/core/storage';
import type { MailMessage } from './mail-message.entity.js';

/**
 * The raw message for a download: byte for byte as it came or went, and of a received one what was found out about it in
 * front, as header fields.
 */
export function rawDownload(blobs: Blobs, message: MailMessage): Download {
  const { id, tenantId, blobHash, bytes } = message;
  const front = Buffer.from(synthesisedHeaders(message));
  return {
    fileName: `${id}.eml`,
    contentType: 'message/rfc822',
    bytes: front.length + bytes,
    open: async (range = { start: 0, end: front.length + bytes - 1 }) =>
      Readable.from(
        parts(front, range, (part) => blobs.read(tenantId, blobHash, part)),
        { objectMode: false },
      ),
  };
}

async function* parts(
  front: Buffer,
  { start, end }: ByteRange,
  open: (range: ByteRange) => Promise<Readable>,
): AsyncGenerator<Buffer, void> {
  if (start < front.length) yield front.subarray(start, end + 1);
  if (end >= front.length) yield* await open({ start: Math.max(0, start - front.length), end: end - front.length });
}

/** Spaces and controls, and what would end the address. */
// oxlint-disable-next-line no-control-regex
const NOT_PRINTED = /[\u0000-\u0020<>\u007f-\u009f]/g;
const UNJUDGED = { score: 0, required: 0, action: 'none' as const, symbols: [] };

/** Header fields of a received message; '' for one that was not received. */
export function synthesisedHeaders(message: MailMessage): string {
  const { origin, spam, authenticationResults, envelopeFrom, received } = message;
  if (origin !== 'received') return '';
  const results = authenticationResults ? `Authentication-Results: ${folded(authenticationResults)}\r\n` : '';
  const returnPath = envelopeFrom === null ? '' : `Return-Path: <${envelopeFrom.replaceAll(NOT_PRINTED, '')}>\r\n`;
  const trace = received === null ? '' : `Received: ${received}\r\n`;
  return returnPath + spamHeaders(spam ?? UNJUDGED) + results + trace;
}

/** Indents each line but the first, and leaves no line empty: senders may have written anything into the text. */
const folded = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\r\n ');
