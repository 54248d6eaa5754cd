import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

import type { Dial, Endpoint } from '#libs/core/outbound';

/** Connects sockets without a check of the address, for a host that the operator has set. */
export function dialDirectly(tls: ConnectionOptions): Dial {
  return (endpoint, signal) => dial(endpoint, tls, signal);
}

/** Rejects if `signal` fires first. */
function dial({ host, port, secure }: Endpoint, tls: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
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
