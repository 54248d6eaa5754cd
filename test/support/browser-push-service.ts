import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { MobileConnections } from './mobile-connection.js';
import { TLS_CERTIFICATE, TLS_KEY } from '../../libs/messaging/push/test-support/tls.js';

interface Registration {
  sender: string;
  app: string;
  subtype: string;
}

/**
 * A push service for Chromium: it answers the browser's check-in, registers it and returns a token, accepts Web Push
 * requests for the token over HTTPS, and delivers them over the connection that the browser keeps open.
 */
export class BrowserPushService {
  readonly #registrations = new Map<string, Registration>();
  readonly #connections = new MobileConnections({ key: TLS_KEY, cert: TLS_CERTIFICATE });
  readonly #control = createHttpServer((request, response) => void this.#answer(request, response));
  readonly #endpoint = createTlsServer({ key: TLS_KEY, cert: TLS_CERTIFICATE }, (request, response) => {
    void this.#take(request, response);
  });
  #ports = { control: 0, endpoint: 0, connections: 0 };

  static async start(): Promise<BrowserPushService> {
    const service = new BrowserPushService();
    service.#ports = {
      control: await listen(service.#control),
      endpoint: await listen(service.#endpoint),
      connections: await service.#connections.listen(),
    };
    return service;
  }

  /** Arguments that make Chromium use this service. */
  get chromiumArguments(): string[] {
    const control = `http://127.0.0.1:${this.#ports.control}`;
    return [
      `--gcm-checkin-url=${control}/checkin`,
      `--gcm-registration-url=${control}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${this.#ports.connections}`,
      // The connection above uses a self-signed certificate.
      '--ignore-certificate-errors',
    ];
  }

  /** `host:port` for Web Push requests. */
  get host(): string {
    return `127.0.0.1:${this.#ports.endpoint}`;
  }

  get ca(): string {
    return TLS_CERTIFICATE;
  }

  /** Whether the browser is connected and receives messages. */
  get connected(): boolean {
    return this.#connections.connected;
  }

  async stop(): Promise<void> {
    await this.#connections.close();
    for (const server of [this.#control, this.#endpoint]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.url?.startsWith('/checkin')) {
      response.writeHead(200, { 'content-type': 'application/x-protobuffer' }).end(checkIn());
    } else {
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(this.#register(new URLSearchParams(body.toString())));
    }
  }

  #register(form: URLSearchParams): string {
    const [sender = '', app = '', subtype = ''] = ['sender', 'app', 'X-subtype'].map((name) => form.get(name) ?? '');
    if (form.get('delete') === 'true') {
      for (const [token, known] of this.#registrations)
        if (known.subtype === subtype) this.#registrations.delete(token);
      return `token=${app}`;
    }
    const token = `token-${this.#registrations.size + 1}-${Date.now().toString(36)}`;
    this.#registrations.set(token, { sender, app, subtype });
    return `token=${token}`;
  }

  /** RFC 8030 section 5: 201 if accepted, 410 if the subscription has ended. */
  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const registration = this.#registrations.get(request.url?.split('/').at(-1) ?? '');
    if (!registration) return void response.writeHead(410).end();
    const headers = { 'content-encoding': String(request.headers['content-encoding']) };
    this.#connections.deliver({ ...registration, headers, body });
    response.writeHead(201, { location: '/message/1' }).end();
  }
}

/** An AndroidCheckinResponse: `stats_ok`, an id for the device and its secret, each 64 bits. */
function checkIn(): Buffer {
  const id = Buffer.alloc(8);
  id.writeBigUInt64LE(4_711n);
  return Buffer.concat([Buffer.from([0x08, 1, 0x39]), id, Buffer.from([0x41]), id]);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
