// An SMTP server that accepts everything at little cost, and counts. The receiver of both measurements of `deliver`.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { answerParent } from './helper-process.js';

const GREETING = '220 sink ESMTP\r\n';
const CAPABILITIES = '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n';
const OK = '250 2.0.0 OK\r\n';
const GO_AHEAD = '354 Go ahead\r\n';
const TAKEN = '250 2.0.0 queued\r\n';
const BYE = '221 2.0.0 Bye\r\n';
const END_OF_MESSAGE = Buffer.from('\r\n.\r\n');

let messages = 0;
let last: Buffer = Buffer.alloc(0);

/** One client. Commands that arrive in one chunk are answered in one write. */
class Conversation {
  private pending: Buffer = Buffer.alloc(0);
  private inMessage = false;

  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.write(GREETING);
  }

  private receive(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    let replies = '';
    for (let reply = this.next(); reply !== undefined; reply = this.next()) replies += reply;
    if (replies) this.socket.write(replies);
  }

  /** The answer to the next command or message; undefined if it is not complete. */
  private next(): string | undefined {
    return this.inMessage ? this.takeMessage() : this.takeCommand();
  }

  private takeMessage(): string | undefined {
    const end = this.pending.indexOf(END_OF_MESSAGE);
    if (end < 0) return undefined;
    last = this.pending.subarray(0, end);
    this.pending = this.pending.subarray(end + END_OF_MESSAGE.length);
    this.inMessage = false;
    messages += 1;
    return TAKEN;
  }

  private takeCommand(): string | undefined {
    const end = this.pending.indexOf('\r\n');
    if (end < 0) return undefined;
    const verb = this.pending.toString('latin1', 0, 4).toUpperCase();
    this.pending = this.pending.subarray(end + 2);
    if (verb === 'EHLO') return CAPABILITIES;
    if (verb === 'QUIT') return BYE;
    if (verb !== 'DATA') return OK;
    this.inMessage = true;
    return GO_AHEAD;
  }
}

function listen(): Promise<number> {
  const server = createServer((socket) => void new Conversation(socket));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({ listen, messages: () => messages, last: () => last.toString('latin1') });
