import type { IncomingMessage, Server } from 'node:http';
import { PaceWatch, type Pace } from '#libs/core/networks';

/** A body that announces no more is bounded by the time of its request. */
const SMALL_BYTES = 65_536;

/**
 * Cuts off clients that send a large body, an upload or one of unknown length too slowly, whatever route it is for. They are answered as
 * those whose request takes too long.
 */
export function cutOffSlowBodies(server: Server, pace?: Pace): void {
  const watch = new PaceWatch(pace);
  server.prependListener('request', (request: IncomingMessage) => {
    if (!isLarge(request)) return;
    const { socket } = request;
    const before = socket.bytesRead;
    watch.watch({
      bytes: () => socket.bytesRead - before,
      isAwaited: () => request.readableLength === 0,
      isDone: () => request.complete || request.destroyed || socket.destroyed,
      cutOff: () => server.emit('clientError', Object.assign(new Error('Sent too slowly'), { code: TOO_SLOW }), socket),
    });
  });
}

/** Node's own code for a request that takes too long. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

function isLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] !== undefined;
  return Number(length) > SMALL_BYTES || (headers['content-type']?.startsWith('multipart/') ?? false);
}
