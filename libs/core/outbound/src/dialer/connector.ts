import type { buildConnector } from 'undici';
import type { Dial } from './guarded-dialer.js';

/** The connections of undici, made by a {@link Dial}. */
export function connectorOf(dial: Dial, timeoutMs: number): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const secure = protocol === 'https:';
    const endpoint = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure };
    dial(endpoint, AbortSignal.timeout(timeoutMs)).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}
