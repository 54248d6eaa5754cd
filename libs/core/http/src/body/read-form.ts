import type { IncomingMessage } from 'node:http';
import { readText } from './read-text.js';

/**
 * Reads the fields of a form body (application/x-www-form-urlencoded) from the request. Only for routes that take no JSON.
 * @throws Problem PayloadTooLarge above 64 KiB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request));
}
