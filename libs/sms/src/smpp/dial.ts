import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { SmppSettings } from './options.js';

/** Connects a socket, with TLS for `smpps:`. Rejects if `signal` fires first. */
export function dial({ host, port, secure, tls }: SmppSettings, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = secure ? connectTls({ ...tls, host, port }) : connectTcp({ host, port });
    const finish = (error?: Error): void => {
      signal.removeEventListener('abort', abort);
      socket.off('error', finish);
      if (!error) return resolve(socket);
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const abort = (): void => finish(new Error('the connection was not made in time'));
    socket.once('error', finish).once(secure ? 'secureConnect' : 'connect', () => finish());
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    socket.setNoDelay(true);
  });
}
