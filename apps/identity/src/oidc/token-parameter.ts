import { Readable } from 'node:stream';
import type { Request } from 'express';
import { readForm } from '#libs/http';
import type { SessionTokens } from '../sessions/session-tokens.js';

/**
 * Replaces an access token of ours in a request for introspection or revocation by its id. The library refuses any JWT
 * there (RFC 7009, 2.1 allows that), but it knows ours by their ids; and a token that is not genuine has none.
 */
export async function nameTokenById(request: Request, tokens: SessionTokens): Promise<void> {
  if (request.method !== 'POST' || !request.is('application/x-www-form-urlencoded')) return;
  const form = await readForm(request);
  const token = form.get('token');
  const ticket = token?.includes('.') ? await tokens.read(token) : undefined;
  if (ticket) form.set('token', ticket.tokenId ?? '-');
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
