import type { IncomingMessage } from 'node:http';
import { stateOf } from '../request/request-state.js';
import { BodyState } from './body-state.js';
import { announcesBody, isJson } from './read-body.js';
import { readAll } from './read-text.js';

/**
 * Bytes of a body as they came, of any content type; empty without one. What is no JSON is read now, once.
 * @throws Problem PayloadTooLarge above `maxBytes`, and what is wrong with a JSON body that was rejected
 */
export async function receivedBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const state = stateOf(request);
  if (!announcesBody(request)) return Buffer.alloc(0);
  // Without bytes, a JSON body was rejected, which asking for its value throws.
  if (isJson(request.headers['content-type'])) void (state.body?.bytes ?? state.body?.value());
  else if (!state.body?.bytes) state.body = new BodyState(await readAll(request, maxBytes));
  return state.body?.bytes ?? Buffer.alloc(0);
}
