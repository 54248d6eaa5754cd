import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const ACCESS_KEY = 'access';

/** A small server of the S3 protocol, by path-style requests: buckets and objects in memory, each call signed (SigV4). */
export class S3Server {
  readonly #buckets = new Map<string, Map<string, Buffer>>();
  readonly #failures: number[] = [];
  /** Method and path of every request. */
  readonly requests: string[] = [];
  /** Keys in one answer to a listing. */
  pageSize = 1_000;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<S3Server> {
    const server = createServer();
    const running = new S3Server(server);
    server.on('request', (req, res) => void running.#answer(req, res));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return running;
  }

  /** The URL of a bucket, which need not exist. */
  urlOf(bucket: string, accessKey = ACCESS_KEY): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://${accessKey}:s%2Fcret@127.0.0.1:${port}/${bucket}`;
  }

  keysOf(bucket: string): string[] {
    return [...(this.#buckets.get(bucket)?.keys() ?? [])].sort();
  }

  /** Changes an object behind the client's back. */
  overwrite(bucket: string, key: string, content: Buffer): void {
    this.#buckets.get(bucket)?.set(key, content);
  }

  /** Answers the next requests with these statuses. */
  failNext(...statuses: number[]): void {
    this.#failures.push(...statuses);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    const url = new URL(req.url ?? '/', 'http://s3.test');
    this.requests.push(`${req.method} ${url.pathname}`);
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const failure = this.#failures.shift();
    if (failure) return fail(res, failure, 'InternalError');
    if (!isSigned(req, body)) return fail(res, 403, 'SignatureDoesNotMatch');
    if (!key) return this.#answerBucket(req, res, bucket, url);
    const objects = this.#buckets.get(bucket);
    if (!objects) return fail(res, 404, 'NoSuchBucket');
    if (req.method === 'PUT') return put(req, res, objects, key, body);
    if (req.method === 'DELETE') {
      objects.delete(key);
      return void res.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object) return fail(res, 404, 'NoSuchKey');
    sendObject(req, res, object);
  }

  #answerBucket(req: IncomingMessage, res: ServerResponse, bucket: string, url: URL): void {
    const objects = this.#buckets.get(bucket);
    if (req.method === 'PUT') {
      if (objects) return fail(res, 409, 'BucketAlreadyOwnedByYou');
      this.#buckets.set(bucket, new Map());
      return void res.writeHead(200, { location: `/${bucket}` }).end();
    }
    if (!objects) return fail(res, 404, 'NoSuchBucket');
    const prefix = url.searchParams.get('prefix') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const after = url.searchParams.get('continuation-token') ?? '';
    const page = keys.filter((key) => key > after).slice(0, this.pageSize);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const last = page.at(-1) ?? '';
    const next = last < (keys.at(-1) ?? '') ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
    xml(
      res,
      200,
      `<ListBucketResult><KeyCount>${page.length}</KeyCount>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

/** The signature itself is the client's business; that there is one, of the right key and over this body, is checked. */
function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const hash = headers['x-amz-content-sha256'];
  const signed = headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/`) ?? false;
  return signed && (hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(body).digest('hex'));
}

function put(
  { headers }: IncomingMessage,
  res: ServerResponse,
  objects: Map<string, Buffer>,
  key: string,
  body: Buffer,
): void {
  const checksum = createHash('sha256').update(body).digest('base64');
  if (headers['x-amz-checksum-sha256'] !== checksum) return fail(res, 400, 'BadDigest');
  objects.set(key, body);
  res.writeHead(200, { etag: etagOf(body) }).end();
}

function sendObject({ method, headers }: IncomingMessage, res: ServerResponse, object: Buffer): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
  res.writeHead(start === undefined ? 200 : 206, { etag: etagOf(object), 'content-length': part.length });
  res.end(method === 'HEAD' ? undefined : part);
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function fail(res: ServerResponse, status: number, code: string): void {
  xml(res, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function xml(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}
