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

/** Requests as bytes, paths and bodies in turn; each has an idempotency key of its own where one is wanted. */
function requestsOf({ method, path, headers, body = '', idempotent }: Load): () => Buffer | string {
  const fields = [headers].flat().map(fieldsOf);
  const targets = pairs([path].flat(), [body].flat());
  const requests = pairs(targets, fields).map(([[target, text], lines]) => {
    const length = text ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : '';
    return { head: `${method} ${target} HTTP/1.1\r\n${lines}${length}`, text };
  });
  let count = 0;
  if (idempotent) {
    const prefix = randomBytes(8).toString('hex');
    return () => {
      const { head, text } = requests[count++ % requests.length]!;
      return `${head}Idempotency-Key: ${prefix}-${count}\r\n\r\n${text}`;
    };
  }
  const bytes = requests.map(({ head, text }) => Buffer.from(`${head}\r\n${text}`));
  return () => bytes[count++ % bytes.length]!;
}

function fieldsOf(headers: Record<string, string>): string {
  return Object.entries({ Host: '127.0.0.1', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** As many as the longer list has; the shorter one begins again. */
function pairs<A, B>(one: readonly A[], other: readonly B[]): [A, B][] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, n) => [
    one[n % one.length]!,
    other[n % other.length]!,
  ]);
}

answerParent({ run });
