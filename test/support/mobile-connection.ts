import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';

/*
 * The connection that Chromium keeps to its push service: TLS, a version byte, then frames of a tag, a length and a
 * protocol buffer (components/gcm_driver and google_apis/gcm in Chromium's sources, mcs.proto).
 */
const VERSION = 41;
const TAG = { heartbeatPing: 0, heartbeatAck: 1, loginRequest: 2, loginResponse: 3, dataMessage: 8 };
const WIRE = { varint: 0, bytes: 2 };

export interface Delivery {
  /** From the registration, as are `app` and `subtype`. */
  sender: string;
  app: string;
  subtype: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The push service's side of the connection, for one browser at a time. */
export class MobileConnections {
  readonly #server: Server;
  #browser?: TLSSocket;
  #count = 0;

  constructor(credentials: { key: string; cert: string }) {
    this.#server = createServer(credentials, (socket) => this.#serve(socket));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  get connected(): boolean {
    return this.#browser !== undefined;
  }

  deliver({ sender, app, subtype, headers, body }: Delivery): void {
    if (!this.#browser) throw new Error('No browser is connected');
    this.#count += 1;
    const pairs = Object.entries({ subtype, ...headers });
    const message = Buffer.concat([
      text(2, `id-${this.#count}`),
      text(3, sender),
      text(5, app),
      ...pairs.map(([name, value]) => bytes(7, Buffer.concat([text(1, name), text(2, value)]))),
      text(9, `persistent-${this.#count}`),
      number(17, 600),
      bytes(21, body),
    ]);
    this.#browser.write(frame(TAG.dataMessage, message));
  }

  async close(): Promise<void> {
    this.#browser?.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: TLSSocket): void {
    let buffered = Buffer.alloc(0);
    let greeted = false;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#browser === socket) this.#browser = undefined;
    });
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      if (!greeted && buffered.length > 0) {
        greeted = true;
        buffered = buffered.subarray(1);
      }
      for (let next = readFrame(buffered); next; next = readFrame(buffered)) {
        buffered = buffered.subarray(next.bytes);
        this.#answer(socket, next.tag);
      }
    });
  }

  #answer(socket: TLSSocket, tag: number): void {
    if (tag === TAG.heartbeatPing) socket.write(frame(TAG.heartbeatAck, Buffer.alloc(0)));
    if (tag !== TAG.loginRequest) return;
    const response = Buffer.concat([text(1, 'login'), number(8, Date.now())]);
    socket.write(Buffer.concat([Buffer.from([VERSION]), frame(TAG.loginResponse, response)]));
    this.#browser = socket;
  }
}

function readFrame(buffer: Buffer): { tag: number; bytes: number } | undefined {
  let length = 0;
  for (let index = 1; index < Math.min(buffer.length, 6); index += 1) {
    const byte = buffer.readUInt8(index);
    length += (byte & 0x7f) * 2 ** (7 * (index - 1));
    if (byte & 0x80) continue;
    const end = index + 1 + length;
    return buffer.length < end ? undefined : { tag: buffer.readUInt8(0), bytes: end };
  }
  return undefined;
}

const frame = (tag: number, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(message.length), message]);

const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + WIRE.bytes), varint(value.length), value]);

const number = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field * 8 + WIRE.varint), varint(value)]);

function varint(value: number): Buffer {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) + 0x80);
  out.push(rest);
  return Buffer.from(out);
}
