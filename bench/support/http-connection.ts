import { connect, type Socket } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');

/** One HTTP/1.1 connection, with little cost to the machine that it shares with the measured process. */
export class HttpConnection {
  private readonly socket: Socket;
  private pending: Buffer = Buffer.alloc(0);
  private wanted = 0;
  private status = 0;
  private answered: ((status: number) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => this.receive(chunk));
    this.socket.on('error', (error) => this.failed?.(error));
    this.socket.on('close', () => this.failed?.(new Error('The server closed a connection')));
  }

  /** The body of the last answer. */
  body: Buffer = Buffer.alloc(0);

  /** Sends a whole request; resolves with the status when the whole answer has arrived. */
  request(bytes: Buffer | string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    if (this.wanted === 0 && !this.readHeaders()) return;
    if (this.pending.length < this.wanted) return;
    this.body = this.pending.subarray(this.wanted - this.bodyLength, this.wanted);
    this.pending = this.pending.subarray(this.wanted);
    this.wanted = 0;
    this.answered?.(this.status);
  }

  private bodyLength = 0;

  private readHeaders(): boolean {
    const end = this.pending.indexOf(HEADERS_END);
    if (end < 0) return false;
    const headers = this.pending.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
    if (length === undefined) throw new Error('An answer without Content-Length');
    this.status = Number(headers.slice(9, 12));
    this.bodyLength = Number(length);
    this.wanted = end + HEADERS_END.length + this.bodyLength;
    return true;
  }
}
