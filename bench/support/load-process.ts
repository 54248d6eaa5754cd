import { randomBytes } from 'node:crypto';
import { answerParent } from './helper-process.js';
import { HttpConnection } from './http-connection.js';
import { OWN_DIGITS, OWN_NUMBER, type Load, type LoadResult } from './load.js';
import { quantile } from './statistics.js';

/** Requests with a number of their own, in all runs of this process. */
let numbered = 0;

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
function requestsOf({
  method,
  path,
  headers,
  body = '',
  contentType = 'application/json',
  idempotent,
}: Load): () => Buffer | string {
  const fields = [headers].flat().map(fieldsOf);
  const targets = pairs([path].flat(), [body].flat());
  const requests = pairs(targets, fields).map(([[target, text], lines]) => {
    const length = text ? `Content-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : '';
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
  const texts = requests.map(({ head, text }) => `${head}\r\n${text}`);
  for (const [mark, next] of MARKS) {
    if (!texts.some((text) => text.includes(mark))) continue;
    const parts = texts.map((text) => text.split(mark));
    return () => parts[count++ % parts.length]!.join(next());
  }
  const bytes = texts.map((text) => Buffer.from(text));
  return () => bytes[count++ % bytes.length]!;
}

const MARKS = [
  [OWN_NUMBER, nextNumber],
  [OWN_DIGITS, () => String((numbered += 1)).padStart(OWN_DIGITS.length, '0')],
] as const;

function nextNumber(): string {
  numbered += 1;
  const digits = numbered.toString(16).padStart(8, '0');
  return `${digits.slice(0, 4)}:${digits.slice(4)}`;
}

function fieldsOf(headers: Record<string, string>): string {
  return Object.entries({ Host: '127.0.0.1', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** Makes as many pairs as the longer list has; the shorter one begins again. */
function pairs<A, B>(one: readonly A[], other: readonly B[]): [A, B][] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, n) => [
    one[n % one.length]!,
    other[n % other.length]!,
  ]);
}

answerParent({ run });
