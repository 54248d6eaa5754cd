import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server';
import { freePort } from '#libs/test/embedded';
import { waitUntil } from './wait-until.js';

/** A message that a sink received. */
export interface SunkMessage {
  from: string;
  to: string[];
  raw: Buffer;
  /** `raw` as UTF-8 text. */
  source: string;
  receivedAt: Date;
  /** Whether it was sent over TLS. */
  secure: boolean;
  /** Notifications that the client asked for by DSN (RFC 3461); null for what it left out. */
  asked: { ret: string | null; envid: string | null; notify: readonly string[] | null; orcpt: string | null };
}

/** How a recipient is rejected: by an SMTP reply (to RCPT, or to the data), or by closing the connection. */
export interface Refusal {
  /** SMTP code, 4xx or 5xx; `drop` closes the connection without a reply. */
  code: number | 'drop';
  message?: string;
  at?: 'rcpt' | 'data';
  /** How often the recipient is rejected before it is accepted; default always. */
  times?: number;
}

export interface SmtpSinkOptions {
  /** Offer STARTTLS, with a self-signed certificate. Default false. */
  starttls?: boolean;
  /** Require this login. Default none. */
  auth?: { user: string; pass: string };
  /** Do not offer SMTPUTF8. Default false. */
  hideSMTPUTF8?: boolean;
}

interface Rule {
  matches(address: string): boolean;
  refusal: Refusal;
  left: number;
}

/** An SMTP server on 127.0.0.1 that keeps the messages and rejects the recipients that a test names. */
export class SmtpSink {
  readonly messages: SunkMessage[] = [];
  /** Number of connections that a pause keeps waiting. */
  waiting = 0;
  private server: SMTPServer | undefined;
  private readonly sockets = new Map<number, Socket>();
  private rules: Rule[] = [];
  private paused: { whenResumed: Promise<void>; resume: () => void } | undefined;
  private pauseAt = Infinity;

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

  /** Number of open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Rejects a recipient (an address or a pattern) until `acceptAll`, or `times` times. */
  refuse(recipient: string | RegExp, refusal: Refusal): void {
    const matches = (address: string) =>
      typeof recipient === 'string' ? address.toLowerCase() === recipient.toLowerCase() : recipient.test(address);
    this.rules.unshift({ matches, refusal, left: refusal.times ?? Infinity });
  }

  /** Accepts all recipients again. */
  acceptAll(): void {
    this.rules = [];
  }

  /** Waits for a number of messages and returns all of them, or for the first that matches and returns it. */
  async waitFor(wanted: number, timeoutMs?: number): Promise<SunkMessage[]>;
  async waitFor(wanted: (message: SunkMessage) => boolean, timeoutMs?: number): Promise<SunkMessage>;
  async waitFor(
    wanted: number | ((message: SunkMessage) => boolean),
    timeoutMs = 5_000,
  ): Promise<SunkMessage | SunkMessage[]> {
    if (typeof wanted === 'function') {
      return waitUntil(() => this.messages.find(wanted), { timeoutMs, what: 'a matching message' });
    }
    const enough = () => (this.messages.length >= wanted ? this.messages : undefined);
    return waitUntil(enough, { timeoutMs, what: `${wanted} messages (${this.messages.length} at first)` });
  }

  /** From now on hangs: new connections get no greeting, open ones no answer to the start of a message. */
  pause(): void {
    this.pauseAt = Infinity;
    let resume = (): void => undefined;
    const whenResumed = new Promise<void>((done) => (resume = done));
    this.paused = { whenResumed, resume };
  }

  /** Pauses as soon as it has received so many more messages; those already begun still arrive. */
  pauseAfter(messages: number): void {
    this.pauseAt = this.messages.length + messages;
  }

  /** Answers waiting and new connections again. */
  resume(): void {
    this.pauseAt = Infinity;
    this.paused?.resume();
    this.paused = undefined;
  }

  /** Closes all connections and accepts no new ones. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of this.sockets.values()) socket.destroy();
    this.resume();
    await closed;
  }

  /** Listens, again on the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: !this.options.auth,
      allowInsecureAuth: true,
      disabledCommands: [...(this.options.starttls ? [] : ['STARTTLS']), ...(this.options.auth ? [] : ['AUTH'])],
      disableReverseLookup: true,
      hideDSN: false,
      hideSMTPUTF8: this.options.hideSMTPUTF8,
      logger: false,
      onAuth: (auth, _session, done) => {
        const right = auth.username === this.options.auth?.user && auth.password === this.options.auth?.pass;
        done(right ? null : new Error('Invalid credentials'), right ? { user: auth.username } : undefined);
      },
      onConnect: (_session, done) => void this.whileNotPaused(done),
      onMailFrom: (_address, _session, done) => void this.whileNotPaused(done),
      onRcptTo: (address, session, done) => this.checkRules([address.address], 'rcpt', session, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => this.receive(Buffer.concat(chunks), session, done));
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => this.track(socket));
    await new Promise<void>((done, reject) => {
      server.server.once('error', reject);
      server.listen(this.port, '127.0.0.1', done);
    });
    this.server = server;
  }

  private track(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.sockets.set(port, socket);
    socket.once('close', () => this.sockets.delete(port));
  }

  private async whileNotPaused(done: (error?: Error | null) => void): Promise<void> {
    if (this.paused) {
      this.waiting += 1;
      await this.paused.whenResumed;
      this.waiting -= 1;
    }
    done();
  }

  private receive(raw: Buffer, session: SMTPServerSession, done: (error?: Error | null, text?: string) => void): void {
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    this.checkRules(to, 'data', session, (error) => {
      if (error) return done(error);
      const from = (session.envelope.mailFrom as SMTPServerAddress | false) || { address: '' };
      const source = raw.toString('utf8');
      const asked = askedIn(session);
      this.messages.push({
        from: from.address,
        to,
        raw,
        source,
        receivedAt: new Date(),
        secure: session.secure,
        asked,
      });
      if (this.messages.length >= this.pauseAt) this.pause();
      done(null, `kept as ${this.messages.length}`);
    });
  }

  private checkRules(
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

function askedIn({ envelope: { dsn, rcptTo } }: SMTPServerSession): SunkMessage['asked'] {
  const [recipient] = rcptTo;
  const { notify, orcpt } = recipient?.dsn ?? {};
  return { ret: dsn?.ret ?? null, envid: dsn?.envid ?? null, notify: notify ?? null, orcpt: orcpt ?? null };
}
