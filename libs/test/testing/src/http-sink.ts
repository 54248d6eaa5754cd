import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#libs/test/embedded';
import { waitUntil } from './wait-until.js';

/** A request that a sink received. */
export interface SunkRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** `body` as UTF-8 text. */
  text: string;
  receivedAt: Date;
}

/** How a sink answers. */
export interface Answer {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds before the answer. */
  delayMs?: number;
  /** Never answer. */
  hang?: boolean;
  /** Close the connection without an answer. */
  drop?: boolean;
  /** Send one byte every so many milliseconds, without end. */
  dripEveryMs?: number;
  /** Redirect to this URL, with 302 or `status`. */
  redirect?: string;
  /** Send a body of this size. */
  hugeBytes?: number;
}

const HUGE_CHUNK = Buffer.alloc(64 * 1024, 'x');

/** An HTTP server on this machine that keeps the requests and answers as the test sets. */
export class HttpSink {
  readonly requests: SunkRequest[] = [];
  private server: Server | undefined;
  private readonly queued: Answer[] = [];
  private otherwise: Answer | ((request: SunkRequest) => Answer) = {};

  private constructor(
    readonly port: number,
    private readonly address: string,
  ) {}

  /** @param address one of the loopback network */
  static async start(address = '127.0.0.1'): Promise<HttpSink> {
    const sink = new HttpSink(await freePort(), address);
    await sink.start();
    return sink;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** `host:port`, for OUTBOUND_ALLOW. */
  get host(): string {
    return `${this.address}:${this.port}`;
  }

  /** Sets the answer to requests without a queued one. */
  answer(answer: Answer | ((request: SunkRequest) => Answer)): void {
    this.otherwise = answer;
  }

  /** Queues answers for the next requests, one each. */
  answerNext(...answers: Answer[]): void {
    this.queued.push(...answers);
  }

  /** Waits for a number of requests and returns all of them, or for the first that matches and returns it. */
  async waitFor(wanted: number, timeoutMs?: number): Promise<SunkRequest[]>;
  async waitFor(wanted: (request: SunkRequest) => boolean, timeoutMs?: number): Promise<SunkRequest>;
  async waitFor(
    wanted: number | ((request: SunkRequest) => boolean),
    timeoutMs = 5_000,
  ): Promise<SunkRequest | SunkRequest[]> {
    if (typeof wanted === 'function') {
      return waitUntil(() => this.requests.find(wanted), { timeoutMs, what: 'a matching request' });
    }
    const enough = () => (this.requests.length >= wanted ? this.requests : undefined);
    return waitUntil(enough, { timeoutMs, what: `${wanted} requests (${this.requests.length} at first)` });
  }

  /** Closes all connections and accepts no new ones. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  }

  /** Listens, again on the same port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((done, reject) => {
      server.once('error', reject);
      server.listen(this.port, this.address, done);
    });
    this.server = server;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const sunk = await read(request);
      this.requests.push(sunk);
      const { otherwise } = this;
      const answer = this.queued.shift() ?? (typeof otherwise === 'function' ? otherwise(sunk) : otherwise);
      await write(response, answer);
    } catch {
      response.destroy();
    }
  }
}

async function read(request: IncomingMessage): Promise<SunkRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body, text: body.toString('utf8'), receivedAt: new Date() };
}

async function write(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer.delayMs) await delay(answer.delayMs);
  if (answer.hang) return;
  if (answer.drop) return void response.destroy();
  const redirect: Record<string, string> = answer.redirect ? { location: answer.redirect } : {};
  response.writeHead(answer.status ?? (answer.redirect ? 302 : 200), { ...redirect, ...answer.headers });
  if (answer.dripEveryMs) return drip(response, answer.dripEveryMs);
  if (answer.hugeBytes) return flood(response, answer.hugeBytes);
  response.end(answer.body);
}

async function drip(response: ServerResponse, everyMs: number): Promise<void> {
  while (!response.destroyed) {
    response.write('.');
    await delay(everyMs);
  }
}

async function flood(response: ServerResponse, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !response.destroyed; left -= HUGE_CHUNK.length) {
    const more = response.write(HUGE_CHUNK.subarray(0, Math.min(left, HUGE_CHUNK.length)));
    if (!more) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
