import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** An SMTP client that sends exactly the bytes that it is given, which no mail library does. */
export class RawSmtp {
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly socket: Socket) {
    this.lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  static async open({ host, port }: { host: string; port: number }): Promise<RawSmtp> {
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    const smtp = new RawSmtp(socket);
    await smtp.reply();
    await smtp.command('EHLO client.test');
    return smtp;
  }

  /** Logs in, as mail programs do. */
  async login(user: string, secret: string): Promise<string> {
    return this.command(`AUTH PLAIN ${Buffer.from(`\0${user}\0${secret}`).toString('base64')}`);
  }

  async command(text: string): Promise<string> {
    this.socket.write(`${text}\r\n`);
    return this.reply();
  }

  /** Sends a message whose bytes are complete but for the dot that ends it. Returns the last reply: to the bytes, or a refusal before them. */
  async message(from: string, to: string, content: Buffer | string): Promise<string> {
    for (const text of [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      const reply = await this.command(text);
      if (!/^[23]/.test(reply)) return reply;
    }
    this.socket.write(content);
    return this.command('\r\n.');
  }

  close(): void {
    this.socket.destroy();
  }

  /** The last line of a reply; an empty text when the server hung up. */
  private async reply(): Promise<string> {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) return '';
      if (value[3] !== '-') return value;
    }
  }
}
