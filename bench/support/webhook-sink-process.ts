// An HTTP server that accepts every webhook at little cost, counts them, and verifies the signature of some.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { verifyWebhook } from '#libs/core/outbound';
import { answerParent } from './helper-process.js';

const HEADERS_END = Buffer.from('\r\n\r\n');
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const VERIFIED_OF = 100;

let requests = 0;
let forged = 0;
let secret: string | undefined;

/** One connection of a client that waits for each answer before the next request. */
class Conversation {
  private pending: Buffer = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
  }

  private receive(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const end = this.pending.indexOf(HEADERS_END);
    if (end < 0) return;
    const head = this.pending.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const body = end + HEADERS_END.length;
    if (this.pending.length < body + length) return;
    requests += 1;
    if (secret && requests % VERIFIED_OF === 0) verify(secret, head, this.pending.subarray(body, body + length));
    this.pending = this.pending.subarray(body + length);
    this.socket.write(OK);
  }
}

function verify(secrets: string, head: string, body: Buffer): void {
  const fields = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
  );
  if (verifyWebhook({ secrets, headers, body }) !== 'valid') forged += 1;
}

function listen(): Promise<number> {
  const server = createServer((socket) => void new Conversation(socket));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({
  listen,
  /** Sets the secret for verifying some of the requests; without one none is verified. */
  expect: (given?: string) => void (secret = given),
  count: () => ({ requests, forged }),
});
