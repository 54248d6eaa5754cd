import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem/problem.js';

const MAX_BYTES = 65_536;

/**
 * Reads the fields of a form body (application/x-www-form-urlencoded) from the request. Only for routes that take no JSON.
 * @throws Problem PayloadTooLarge above 64 KiB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The client must still be able to read the rejection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Problem('PayloadTooLarge');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
