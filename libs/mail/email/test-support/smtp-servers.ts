import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';

export interface Delivery {
  from: string;
  to: string[];
  content: string;
  session: SMTPServerSession;
}

export interface RunningServer {
  url: string;
  port: number;
  /** The accepted messages in their order. */
  deliveries: Delivery[];
  connections: () => number;
  close: () => Promise<void>;
}

type Verdict = Error | string | undefined | Promise<Error | string | undefined>;

/** A real SMTP server on 127.0.0.1. `verdict` answers each message: an error rejects it, a string is the text of 250. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  verdict: (delivery: Delivery) => Verdict = () => undefined,
): Promise<RunningServer> {
  const deliveries: Delivery[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    ...options,
    onConnect: (session, callback) => {
      connections++;
      if (options.onConnect) options.onConnect(session, callback);
      else callback();
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const delivery = {
          from,
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString(),
          session,
        };
        void Promise.resolve(verdict(delivery)).then((answer) => {
          if (answer instanceof Error) return callback(answer);
          deliveries.push(delivery);
          return callback(null, answer);
        });
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    deliveries,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An error that smtp-server answers with this code and text. */
export function rejection(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

export interface ScriptedServer {
  url: string;
  /** Everything that clients sent, one entry for each connection. */
  received: string[];
  close: () => Promise<void>;
}

/** Returns the answer to a chunk of a connection (numbered from 0); undefined for none. */
export type Script = (chunk: string, socket: Socket, connection: number) => string | undefined;

/** A server that can misbehave: `script` gets each chunk with its socket. */
export async function startScriptedServer(
  script: Script,
  greeting = '220 scripted ESMTP\r\n',
): Promise<ScriptedServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const connection = received.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received[connection] += chunk.toString();
      const answer = script(chunk.toString(), socket, connection);
      if (answer !== undefined) socket.write(answer);
    });
    socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close };
}

/** A proxy before a local server that closes each connection after the client has sent so many bytes. */
export async function startCuttingProxy(
  port: number,
  nextCut: () => number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const cut = (): void => void [client, server].forEach((socket) => socket.destroy());
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    let left = nextCut();
    client.on('data', (chunk) => {
      server.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) server.end(cut);
    });
    server.pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await once(proxy, 'close');
  };
  return { url: `smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}
