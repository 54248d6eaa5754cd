import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';

import { createUDPServer, Packet } from 'dns2';
import type DNS from 'dns2';

type Closing = () => Promise<unknown>;
const closings: Closing[] = [];

/** Closes the servers of a test; for `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

export interface RunningServer {
  port: number;
  /** TCP connections that arrived so far. */
  connections: number;
  sockets: Set<Socket>;
}

/** A plain HTTP server. */
export function serve(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<RunningServer> {
  return run(createServer(listener), host, port);
}

/** An HTTPS server. */
export function serveTls(options: ServerOptions, listener: RequestListener): Promise<RunningServer> {
  return run(createTlsServer(options, listener), '127.0.0.1', 0);
}

/** A TCP server. */
export function serveTcp(onConnection: (socket: Socket) => void): Promise<RunningServer> {
  return run(createTcpServer(onConnection), '127.0.0.1', 0);
}

async function run(server: Server | TcpServer, host: string, port: number): Promise<RunningServer> {
  const running: RunningServer = { port: 0, connections: 0, sockets: new Set() };
  server.on('connection', (socket) => {
    running.connections++;
    running.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => running.sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  running.port = (server.address() as AddressInfo).port;
  closings.push(() => {
    for (const socket of running.sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return running;
}

/** A name server's answer to a query: addresses of either family, a response code, or none. */
export type DnsAnswer = { addresses?: string[]; ttl?: number; code?: number; silent?: boolean };

export interface RunningDns {
  /** Address in the form of DNS_SERVER. */
  server: string;
  /** The names of A queries in their order. */
  queries: string[];
}

const NAME_ERROR = 3;

/** A DNS server that calls `answer` for each query; `nth` counts the A queries for a name from 1. */
export async function serveDns(answer: (name: string, nth: number) => DnsAnswer): Promise<RunningDns> {
  const queries: string[] = [];
  const server = createUDPServer((request, send) => {
    const [question] = request.questions;
    if (!question) return;
    const wantsV4 = question.type === Packet.TYPE.A;
    if (wantsV4) queries.push(question.name);
    const said = answer(question.name, Math.max(1, queries.filter((name) => name === question.name).length));
    if (!said.silent) void send(respond(request, question, said));
  });
  await server.listen(0, '127.0.0.1');
  closings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { server: `127.0.0.1:${server.address().port}`, queries };
}

function respond(request: DNS.Packet, question: DNS.Packet.Question, said: DnsAnswer): DNS.Packet {
  const response = Packet.createResponseFromRequest(request);
  // c-ares accepts only messages with the bits QR (response) and RA (recursion available).
  Object.assign(response.header, { qr: 1, ra: 1, rcode: said.code ?? (said.addresses ? 0 : NAME_ERROR) });
  const family = question.type === Packet.TYPE.A ? '.' : ':';
  for (const address of said.addresses ?? []) {
    if (!address.includes(family)) continue;
    const { name, type } = question;
    const record = { name, type, class: Packet.CLASS.IN, ttl: said.ttl ?? 0, address };
    response.answers.push(Packet.createResourceFromQuestion(question, record));
  }
  return response;
}
