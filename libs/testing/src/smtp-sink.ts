import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server';
import { freePort } from '#libs/embedded';
import { waitUntil } from './wait-until.js';

/** A message that a sink took. */
export interface SunkMessage {
  from: string;
  to: string[];
  raw: Buffer;
  /** `raw` as UTF-8 text. */
  source: string;
  receivedAt: Date;
  /** Whether it came over TLS. */
  secure: boolean;
}

/** How a recipient is refused: with an SMTP answer (after RCPT, or only after the data), or by cutting the line. */
export interface Refusal {
  /** SMTP code, 4xx or 5xx; or `drop`, which closes the connection without an answer. */
  code: number | 'drop';
  message?: string;
  at?: 'rcpt' | 'data';
  /** How many times before the recipient is taken; default always. */
  times?: number;
}

export interface SmtpSinkOptions {
  /** Offer STARTTLS, with a certificate that nobody signed. Default false. */
  starttls?: boolean;
  /** Demand this login. Default none. */
  auth?: { user: string; pass: string };
}

interface Rule {
  matches(address: string): boolean;
  refusal: Refusal;
  left: number;
}

/** An SMTP server on 127.0.0.1 that keeps what it gets and refuses what a test tells it to refuse. */
export class SmtpSink {
  readonly messages: SunkMessage[] = [];
  private server: SMTPServer | undefined;
  private readonly sockets = new Map<number, Socket>();
  private rules: Rule[] = [];
  private paused: { whenResumed: Promise<void>; resume: () => void } | undefined;

  private constructor(
    readonly port: number,
    private readonly options: SmtpSinkOptions,
  ) {}

  static async start(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(await freePort(), options);
    await sink.start();
    return sink;
  }

  get url(): string {
    const { auth } = this.options;
    return `smtp://${auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''}127.0.0.1:${this.port}`;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Refuses a recipient (an address, or a pattern of addresses) until `accept` or until its `times` are used up. */
  refuse(recipient: string | RegExp, refusal: Refusal): void {
    const matches = (address: string) =>
      typeof recipient === 'string' ? address.toLowerCase() === recipient.toLowerCase() : recipient.test(address);
    this.rules.unshift({ matches, refusal, left: refusal.times ?? Infinity });
  }

  /** Forgets all refusals. */
  acceptAll(): void {
    this.rules = [];
  }

  /** Waits for that many messages, or for one that fits; returns what is there, or the one. */
  async waitFor(wanted: number, timeoutMs?: number): Promise<SunkMessage[]>;
  async waitFor(wanted: (message: SunkMessage) => boolean, timeoutMs?: number): Promise<SunkMessage>;
  async waitFor(
    wanted: number | ((message: SunkMessage) => boolean),
    timeoutMs = 5_000,
  ): Promise<SunkMessage | SunkMessage[]> {
    if (typeof wanted === 'function') {
      return waitUntil(() => this.messages.find(wanted), { timeoutMs, what: 'a message that fits' });
    }
    const enough = () => (this.messages.length >= wanted ? this.messages : undefined);
    return waitUntil(enough, { timeoutMs, what: `${wanted} messages (${this.messages.length} at first)` });
  }

  /** From now on connections are taken but never greeted, as by a server that hangs. */
  pause(): void {
    let resume = (): void => undefined;
    const whenResumed = new Promise<void>((done) => (resume = done));
    this.paused = { whenResumed, resume };
  }

  /** Greets those that wait, and everybody after. */
  resume(): void {
    this.paused?.resume();
    this.paused = undefined;
  }

  /** Cuts every connection and refuses new ones. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of this.sockets.values()) socket.destroy();
    this.resume();
    await closed;
  }

  /** Listens again, on the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: !this.options.auth,
      allowInsecureAuth: true,
      disabledCommands: [...(this.options.starttls ? [] : ['STARTTLS']), ...(this.options.auth ? [] : ['AUTH'])],
      disableReverseLookup: true,
      logger: false,
      onAuth: (auth, _session, done) => {
        const right = auth.username === this.options.auth?.user && auth.password === this.options.auth?.pass;
        done(right ? null : new Error('Invalid credentials'), right ? { user: auth.username } : undefined);
      },
      onConnect: (_session, done) => void this.greet(done),
      onRcptTo: (address, session, done) => this.judge([address.address], 'rcpt', session, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => this.take(Buffer.concat(chunks), session, done));
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => this.keep(socket));
    await new Promise<void>((done, reject) => {
      server.server.once('error', reject);
      server.listen(this.port, '127.0.0.1', done);
    });
    this.server = server;
  }

  private keep(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.sockets.set(port, socket);
    socket.once('close', () => this.sockets.delete(port));
  }

  private async greet(done: (error?: Error | null) => void): Promise<void> {
    await this.paused?.whenResumed;
    done();
  }

  private take(raw: Buffer, session: SMTPServerSession, done: (error?: Error | null, text?: string) => void): void {
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    this.judge(to, 'data', session, (error) => {
      if (error) return done(error);
      const from = (session.envelope.mailFrom as SMTPServerAddress | false) || { address: '' };
      const source = raw.toString('utf8');
      this.messages.push({ from: from.address, to, raw, source, receivedAt: new Date(), secure: session.secure });
      done(null, `kept as ${this.messages.length}`);
    });
  }

  private judge(
    addresses: string[],
    at: 'rcpt' | 'data',
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): void {
    const rule = this.rules.find(
      (one) => one.left > 0 && (one.refusal.at ?? 'rcpt') === at && addresses.some((address) => one.matches(address)),
    );
    if (!rule) return done();
    rule.left -= 1;
    const { code, message = 'refused by the test' } = rule.refusal;
    if (code === 'drop') return void this.sockets.get(session.remotePort)?.destroy();
    done(Object.assign(new Error(message), { responseCode: code }));
  }
}
