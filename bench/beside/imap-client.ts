import { connect, type Socket } from 'node:net';

/** A program that reads mail by IMAP: one connection, one command after the other. */
export class ImapClient {
  private received: Buffer[] = [];
  private count = 0;
  private waiting: { tag: string; resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('The server closed the connection')));
  }

  /** Signs in and opens the inbox. */
  static async open(port: number, user: string, password: string): Promise<ImapClient> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((greeted, failed) => socket.once('data', greeted).once('error', failed));
    const client = new ImapClient(socket);
    await client.ask(`LOGIN ${user} ${password}`);
    await client.ask('SELECT INBOX');
    return client;
  }

  /** All that the server answers. @throws Error unless it says OK */
  async ask(command: string): Promise<string> {
    const tag = `A${(this.count += 1)}`;
    const answer = await new Promise<string>((resolve, reject) => {
      this.waiting = { tag, resolve, reject };
      this.socket.write(`${tag} ${command}\r\n`);
    });
    const status = answer.slice(answer.lastIndexOf(`${tag} `));
    if (!status.startsWith(`${tag} OK`)) throw new Error(`${command} was answered ${status}`);
    return answer;
  }

  stop(): Promise<void> {
    this.waiting = undefined;
    this.socket.destroy();
    return Promise.resolve();
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk);
    if (!this.waiting || chunk.at(-1) !== 0x0a) return;
    const answer = Buffer.concat(this.received);
    this.received = [answer];
    // The client asks one thing at a time, so the line with its tag is the last one.
    const line = answer.subarray(answer.lastIndexOf('\r\n', answer.length - 3) + 1).toString('latin1');
    if (!line.trimStart().startsWith(`${this.waiting.tag} `)) return;
    const { resolve } = this.waiting;
    this.waiting = undefined;
    this.received = [];
    resolve(answer.toString('utf8'));
  }
}

/** The numbers of an answer to SEARCH. */
export function foundBy(answer: string): number[] {
  const line = /^\* SEARCH([ \d]*)\r$/m.exec(answer)?.[1];
  if (line === undefined) throw new Error(`No answer to SEARCH: ${answer.slice(0, 500)}`);
  return line.split(' ').filter(Boolean).map(Number);
}
