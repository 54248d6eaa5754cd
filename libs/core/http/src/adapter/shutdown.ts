import type { Server } from 'node:http';

/**
 * Stops accepting connections, waits at most `limitMs` for running requests, then closes all connections. Idle connections
 * are closed at once, busy ones as soon as their answer is sent.
 */
export async function drainServer(server: Server, limitMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
