import { Readable } from 'node:stream';
import type { Request } from 'express';
import { readForm } from '#libs/http';
import type { SessionTokens } from '../sessions/session-tokens.js';

/** An id that no token has. */
const OF_NOBODY = '-';

/**
 * Replaces a JWT in a request for introspection or revocation by the id of the access token that it is. The library
 * refuses any JWT there, but it knows ours by their ids; one that is no access token of ours is one that it does not
 * know, which is no error (RFC 7662, 2.2; RFC 7009, 2.2).
 */
export async function nameTokenById(request: Request, tokens: SessionTokens): Promise<void> {
  if (request.method !== 'POST' || !request.is('application/x-www-form-urlencoded')) return;
  const form = await readForm(request);
  const token = form.get('token');
  if (token?.includes('.')) form.set('token', (await tokens.read(token))?.tokenId ?? OF_NOBODY);
  giveBody(request, Buffer.from(form.toString()));
}

/** The library reads the body from the request itself. */
function giveBody(request: Request, body: Buffer): void {
  request.headers['content-length'] = String(body.length);
  delete request.headers['transfer-encoding'];
  Object.defineProperties(request, {
    readable: { value: true },
    iterator: { value: () => Readable.from([body]).iterator() },
  });
}
