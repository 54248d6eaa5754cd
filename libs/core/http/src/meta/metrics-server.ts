import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { metrics as processMetrics, type Metrics } from '#libs/core/observability';

/** Address at which the metrics of a process are served, apart from its interface. */
export interface MetricsPlace {
  port: number;
  host: string;
  metrics?: Metrics;
}

/** Serves `/metrics` and nothing else on a port of its own, which no proxy leads to. */
export async function startMetricsServer({ port, host, metrics = processMetrics }: MetricsPlace): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, metrics).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  return server;
}

async function answer({ url, method }: IncomingMessage, response: ServerResponse, metrics: Metrics): Promise<void> {
  const isKnown = url?.split('?')[0] === '/metrics';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isKnown || !isRead) {
    response.writeHead(isKnown ? 405 : 404, isKnown ? { allow: 'GET, HEAD' } : {}).end();
    return;
  }
  const text = await metrics.text();
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : text);
}
