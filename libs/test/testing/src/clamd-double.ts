import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The EICAR test file, which every scanner finds; in two parts, so that no scanner finds this source. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const COMMAND = 'zINSTREAM\0';

/** A server on 127.0.0.1 that speaks the protocol of clamd as far as INSTREAM, and finds the EICAR test file. */
export class ClamdDouble {
  /** Contents that were scanned. */
  readonly scanned: Buffer[] = [];
  /** Bytes that it scans at most, as StreamMaxLength; more is answered with an error. */
  maxBytes = 25 * 1024 * 1024;
  /** From now on it takes content and does not answer. */
  hangs = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      void this.serve(socket).catch(() => socket.destroy());
    });
  }

  static async start(): Promise<ClamdDouble> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new ClamdDouble(server, (server.address() as AddressInfo).port);
  }

  get url(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  /** Listens again, on the same port. */
  async restart(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(this.port, '127.0.0.1', listening));
  }

  private async serve(socket: Socket): Promise<void> {
    let input = Buffer.alloc(0);
    const content: Buffer[] = [];
    let bytes = 0;
    let isStarted = false;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      input = Buffer.concat([input, chunk]);
      if (!isStarted) {
        if (input.length < COMMAND.length) continue;
        if (input.subarray(0, COMMAND.length).toString('latin1') !== COMMAND)
          return void socket.end('UNKNOWN COMMAND\0');
        isStarted = true;
        input = input.subarray(COMMAND.length);
      }
      while (input.length >= 4) {
        const length = input.readUInt32BE(0);
        // As clamd, which does not wait for what it will not take.
        if (bytes + length > this.maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
        if (input.length < 4 + length) break;
        if (length === 0) return this.answer(socket, Buffer.concat(content));
        content.push(input.subarray(4, 4 + length));
        input = input.subarray(4 + length);
        bytes += length;
      }
    }
  }

  private answer(socket: Socket, content: Buffer): void {
    this.scanned.push(content);
    if (this.hangs) return;
    socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }
}
