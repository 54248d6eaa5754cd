import type { RequestListener } from 'node:http';

import { OutboundClient, type OutboundOptions } from './outbound-client.js';
import type { OutboundAnswer, OutboundFailure, OutboundResult } from './result.js';
import { closeServers, serve } from './servers.fixture.js';

const clients: OutboundClient[] = [];

/** Closes the clients and servers of a test; for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const client of clients.splice(0)) client.close();
  await closeServers();
}

/** A client that may call these ports of 127.0.0.1. */
export function clientFor(ports: number[], options: OutboundOptions = {}): OutboundClient {
  return keep(new OutboundClient({ allow: ports.map((port) => `127.0.0.1:${port}`).join(','), ...options }));
}

/** Registers a client for `closeAll`. */
export function keep(client: OutboundClient): OutboundClient {
  clients.push(client);
  return client;
}

/** A server and a client that may call it. */
export async function pair(listener: RequestListener, options: OutboundOptions = {}) {
  const server = await serve(listener);
  return { server, url: `http://127.0.0.1:${server.port}/hook`, client: clientFor([server.port], options) };
}

export function answerOf(result: OutboundResult): OutboundAnswer {
  if (!result.answered) throw new Error(`No answer: ${result.kind}, ${result.message}`);
  return result;
}

export function failureOf(result: OutboundResult): OutboundFailure {
  if (result.answered) throw new Error(`An answer: ${result.status}`);
  return result;
}
