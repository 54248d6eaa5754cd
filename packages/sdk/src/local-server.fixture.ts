import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came, with its body. */
export interface Came {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer; `cut` and `half` end the connection in place or in the middle of it, `never` and `slow` leave it open. */
export type Told =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'cut'
  | 'half'
  | 'never'
  | 'slow'
  | ((came: Came) => object);

/** A server that answers as it is told, one answer after the other; the last one again and again. */
export class LocalServer {
  readonly came: Came[] = [];
  #answers: Told[] = [{}];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<LocalServer> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const local = new LocalServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', (request, response) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray()).toString();
        const came = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
        local.came.push(came);
        const next = local.#answers.length > 1 ? local.#answers.shift() : local.#answers[0];
        if (next === 'never') return;
        if (next === 'cut') return void request.socket.destroy();
        if (next === 'half' || next === 'slow') {
          response.writeHead(200, { 'content-length': '100' });
          return void response.write('{', () => next === 'half' && request.socket.destroy());
        }
        const answer = typeof next === 'function' ? { body: next(came) } : (next ?? {});
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
      })();
    });
    return local;
  }

  answer(...answers: Told[]): void {
    this.came.length = 0;
    this.#answers = answers;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    this.server.closeAllConnections();
    await closed;
  }
}
