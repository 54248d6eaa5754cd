import { randomBytes } from 'node:crypto';
import { answerParent } from './helper-process.js';
import { HttpConnection } from './http-connection.js';
import type { Load, LoadResult } from './load.js';
import { quantile } from './statistics.js';

async function run(load: Load): Promise<LoadResult> {
  const connections = Array.from({ length: load.connections }, () => new HttpConnection(load.port));
  const nextRequest = requestsOf(load);
  const started = performance.now();
  const end = started + load.seconds * 1_000;
  const latencies = await Promise.all(connections.map((one) => keepAsking(one, nextRequest, end, load.expectedStatus)));
  const seconds = (performance.now() - started) / 1_000;
  for (const connection of connections) connection.close();
  const all = latencies.flat();
  return { requests: all.length, perSecond: all.length / seconds, p50: quantile(all), p99: quantile(all, 0.99) };
}

async function keepAsking(
  connection: HttpConnection,
  nextRequest: () => Buffer | string,
  end: number,
  expected: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let start = performance.now(); start < end;) {
    const status = await connection.request(nextRequest());
    if (status !== expected) throw new Error(`Answered ${status}: ${connection.body.toString().slice(0, 500)}`);
    const now = performance.now();
    latencies.push(now - start);
    start = now;
  }
  return latencies;
}

/** Requests as bytes, that differ in nothing but the path and the idempotency key. */
function requestsOf({ method, path, headers, body = '', idempotent }: Load): () => Buffer | string {
  const fields = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '';
  const heads = [path].flat().map((one) => `${method} ${one} HTTP/1.1\r\n${fields.join('')}${length}`);
  let count = 0;
  if (!idempotent) {
    const requests = heads.map((head) => Buffer.from(`${head}\r\n${body}`));
    return () => requests[count++ % requests.length]!;
  }
  const [head] = heads;
  const prefix = randomBytes(8).toString('hex');
  return () => `${head}Idempotency-Key: ${prefix}-${++count}\r\n\r\n${body}`;
}

answerParent({ run });
