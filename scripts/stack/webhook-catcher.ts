import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request that the catcher keeps. */
interface Caught {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  receivedAt: string;
}

export interface WebhookCatcher {
  stop(): Promise<void>;
}

/** Maximum of requests that are kept; the oldest are dropped, so that a long load does not fill the memory. */
const MOST = 10_000;
const LARGEST_BODY = 1024 * 1024;

/** Answers any POST with 200 and keeps it. `GET /requests` lists the requests, `DELETE /requests` deletes them. */
export async function startWebhookCatcher(port: number): Promise<WebhookCatcher> {
  const caught: Caught[] = [];
  const server = createServer((request, response) => {
    handle(caught, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', done);
  });
  const stop = async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  };
  return { stop };
}

async function handle(caught: Caught[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'POST') return keep(caught, path, request, response);
  if (path !== '/requests') return answer(response, 404, { error: 'There is POST /hook and GET or DELETE /requests' });
  if (request.method === 'DELETE') caught.length = 0;
  answer(response, 200, caught);
}

async function keep(caught: Caught[], path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  caught.push({ method: 'POST', path, headers: request.headers, body, receivedAt: new Date().toISOString() });
  if (caught.length > MOST) caught.shift();
  answer(response, 200, { received: true });
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
