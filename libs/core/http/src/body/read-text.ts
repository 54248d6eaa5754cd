import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem/problem.js';
import { collect } from './read-body.js';

const MAX_BYTES = 65_536;

/**
 * Reads a body in UTF-8 from the request. Only for routes that take no JSON.
 * @throws Problem PayloadTooLarge above `maxBytes`, 64 KiB by default
 */
export async function readText(request: IncomingMessage, maxBytes = MAX_BYTES): Promise<string> {
  return (await readAll(request, maxBytes)).toString('utf8');
}

/**
 * Reads by events: the stream's own iterator takes several promises for each body, which costs more than reading it.
 */
export function readAll(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => reject(new Error('The client closed the connection before the end of its body'));
    if (request.readableEnded) return resolve(Buffer.alloc(0));
    if (request.destroyed) return onClose();
    request.once('error', reject).once('close', onClose);
    collect(request, maxBytes, (bytes) => (bytes ? resolve(bytes) : reject(new Problem('PayloadTooLarge'))));
  });
}
