import { Readable } from 'node:stream';
import type { Request } from 'express';
import { readForm } from '#libs/core/http';
import type { SessionTokens } from '../sessions/session-tokens.js';

/** An id that no token has. */
const UNKNOWN_ID = '-';

const DEVICE_PARAMETERS: readonly string[] = ['client_id', 'scope'];

/**
 * Replaces a JWT in a request for introspection or revocation by the id of its access token. The library rejects every
 * JWT there, but it knows ours by their ids. Any other JWT becomes an unknown id,
 * which is not an error (RFC 7662, 2.2; RFC 7009, 2.2).
 */
export async function nameTokenById(request: Request, tokens: SessionTokens): Promise<void> {
  if (request.method !== 'POST' || !request.is('application/x-www-form-urlencoded')) return;
  const form = await readForm(request);
  const token = form.get('token');
  if (token?.includes('.')) form.set('token', (await tokens.read(token))?.tokenId ?? UNKNOWN_ID);
  giveBody(request, Buffer.from(form.toString()));
}

/** Keeps of a request for a device code only what the flow takes; other parameters are ignored (RFC 8628, 3.1). */
export async function keepDeviceParameters(request: Request): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return;
  const form = await readForm(request);
  const kept = [...form].filter(([name]) => DEVICE_PARAMETERS.includes(name));
  giveBody(request, Buffer.from(new URLSearchParams(kept).toString()));
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
