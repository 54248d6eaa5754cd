import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLS_CERTIFICATE, TLS_KEY } from './tls.js';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A server's answer to a request; undefined for none. */
export type Replier = (request: Received) => Reply | undefined;

export interface TestServer {
  port: number;
  received: Received[];
}

const closings: (() => Promise<unknown>)[] = [];

/** Closes servers and clients of a test; for `afterEach`. */
export async function closeAll(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** Registers a transport or a client for `closeAll`. */
export function closing<T extends { close(): unknown }>(part: T): T {
  closings.push(async () => part.close());
  return part;
}

/** A push service of the web, with TLS. */
export function servePushService(reply: Replier): Promise<TestServer> {
  return serve(createTlsServer({ key: TLS_KEY, cert: TLS_CERTIFICATE }), reply);
}

/** A plain HTTP server. */
export function serveHttp(reply: Replier): Promise<TestServer> {
  return serve(createHttpServer(), reply);
}

async function serve(server: Server, reply: Replier): Promise<TestServer> {
  const received: Received[] = [];
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const taken = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      received.push(taken);
      const said = reply(taken);
      if (said) response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  closings.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: await listen(server), received };
}

export interface ApnsServer extends TestServer {
  /** All connections, the latest one last. */
  sessions: ServerHttp2Session[];
}

/** Speaks HTTP/2 as APNs does. */
export async function serveApns(reply: Replier): Promise<ApnsServer> {
  const received: Received[] = [];
  const sessions: ServerHttp2Session[] = [];
  const server = createSecureServer({ key: TLS_KEY, cert: TLS_CERTIFICATE });
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const taken = { path: String(headers[':path']), headers, body: Buffer.concat(chunks) };
      received.push(taken);
      const said = reply(taken);
      if (!said) return;
      stream.respond({ ':status': said.status, ...said.headers });
      stream.end(said.body);
    });
  });
  closings.push(() => {
    for (const session of sessions) session.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { port: await listen(server), received, sessions };
}

async function listen(server: Server | Http2SecureServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
