import { connect as connectPlain, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls, type TLSSocket } from 'node:tls';

interface Server {
  host: string;
  port: number;
}

/** A client of SMTP over TLS that sends the lines that it is given, whatever certificate the server has. */
export class SecureSmtp {
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly socket: TLSSocket) {
    socket.on('error', () => undefined);
    this.lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** Connects, asks for TLS and says hello. */
  static async startTls({ host, port }: Server): Promise<SecureSmtp> {
    const plain = connectPlain(port, host);
    for (const command of ['', 'EHLO client.test', 'STARTTLS']) await exchange(plain, command);
    const smtp = new SecureSmtp(connectTls({ socket: plain, rejectUnauthorized: false }));
    await smtp.command('EHLO client.test');
    return smtp;
  }

  /** Logs in by PLAIN. */
  login(user: string, secret: string): Promise<string> {
    return this.command(`AUTH PLAIN ${Buffer.from(`\0${user}\0${secret}`).toString('base64')}`);
  }

  /** Sends a line; returns the last line of the reply, or '' when the server has hung up. */
  async command(text: string): Promise<string> {
    this.socket.write(`${text}\r\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) return '';
      if (value[3] !== '-') return value;
    }
  }

  /** Sends a message of complete lines. Returns the reply to it, or a refusal before it. */
  async message(from: string, to: string, content: string): Promise<string> {
    for (const text of [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      const reply = await this.command(text);
      if (!/^[23]/.test(reply)) return reply;
    }
    return this.command(`${content.replaceAll(/^\./gm, '..')}.`);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Sends a line before TLS and reads the reply to it, whose last line has no hyphen after the code. */
async function exchange(socket: Socket, command: string): Promise<void> {
  if (command) socket.write(`${command}\r\n`);
  let reply = '';
  while (!/^\d{3} .*\r\n$/m.test(reply)) {
    reply += await new Promise<string>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('data', (data: Buffer) => {
        socket.off('error', reject);
        resolve(data.toString());
      });
    });
  }
}
