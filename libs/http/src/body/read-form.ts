import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem/problem.js';

const MAX_BYTES = 65_536;

/**
 * The fields of a form body (application/x-www-form-urlencoded), read from the request itself: only for routes that
 * take no JSON. @throws Problem PayloadTooLarge over 64 KiB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The client must still be able to read the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Problem('PayloadTooLarge');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
