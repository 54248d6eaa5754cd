import type { AddressInfo, Socket } from 'node:net';
import type * as Smtp from 'smtp-server';
import type {
  SMTPServer,
  SMTPServerAuthentication,
  SMTPServerAuthenticationResponse,
  SMTPServerDataStream,
  SMTPServerSession,
} from 'smtp-server';
import { lazyPackage } from '#libs/core/process';
import { logger } from '#libs/core/observability';
import { PaceWatch } from '#libs/core/networks';
import { CLOSING, IncomingContent, tooMuchMail } from './incoming-content.js';
import { type ClientEnd, Connections, peerOf } from './connections.js';
import { hideLogins } from './offered-logins.js';
import { PeerLimits } from './peer-limits.js';
import type { SmtpListenerOptions } from './smtp-listener-options.js';
import type { SmtpAuthentication, SmtpReceiver, SubmittedMessage } from './smtp-receiver.js';
import { SmtpRejection } from './smtp-rejection.js';
import { Transactions } from './transactions.js';
import { TrustedPeers } from './trusted-peers.js';

/** Many apps receive no mail. */
const smtp = lazyPackage<typeof Smtp>('smtp-server');
const MAX_CLIENTS = 2_000;
const MAX_RECIPIENTS = 100;
/** Characters of a command with all its parameters. */
const MAX_COMMAND_LENGTH = 4_096;
const IDLE_MS = 60_000;
const BEGIN_MS = 30_000;
const CONNECTION_MS = 600_000;
const CLOSE_MS = 2_000;

type Reply = (error?: Error | null, text?: string) => void;

/**
 * An SMTP server that accepts mail for the recipients that its receiver allows. Limits connections, recipients, sizes and
 * times, per peer and in total. {@link SmtpListener.forSubmission} makes one whose clients log in first; any other relays
 * nothing.
 */
export class SmtpListener {
  readonly #server: SMTPServer;
  readonly #peers: PeerLimits;
  readonly #connections: Connections;
  readonly #trusted: TrustedPeers;
  readonly #transactions = new Transactions();
  readonly #pace: PaceWatch;
  /** The sessions that have begun a message, and some that have ended theirs since. */
  readonly #begun = new Set<SMTPServerSession>();
  readonly #ended = new WeakSet<SMTPServerSession>();
  #stopFollowing: (() => void) | undefined;

  constructor(
    private readonly options: SmtpListenerOptions,
    private readonly receiver: SmtpReceiver,
    private readonly authentication?: SmtpAuthentication<unknown>,
  ) {
    this.#peers = new PeerLimits(options.peer);
    this.#trusted = new TrustedPeers(options.trustedPeers);
    this.#pace = new PaceWatch(options.pace);
    this.#connections = new Connections(this.#peers, {
      most: options.maxClients ?? MAX_CLIENTS,
      beginMs: options.beginMs ?? BEGIN_MS,
      lifeMs: options.connectionMs ?? CONNECTION_MS,
    });
    this.#server = this.#createServer();
  }

  /**
   * A server for mail programs (RFC 6409): a client logs in, over TLS, before it names a sender.
   * @throws Error without a certificate, unless plain logins are allowed
   */
  static forSubmission<User>(
    options: SmtpListenerOptions,
    receiver: SmtpReceiver<SubmittedMessage<User>>,
    authentication: SmtpAuthentication<User>,
  ): SmtpListener {
    if (!options.tls && !options.allowsPlainLogins) throw new Error('Logins without TLS would show passwords');
    return new SmtpListener(options, receiver as SmtpReceiver, authentication as SmtpAuthentication<unknown>);
  }

  /** The port it listens on; undefined while it does not listen. */
  get port(): number | undefined {
    return (this.#server.server.address() as AddressInfo | null)?.port;
  }

  /** How many messages clients have begun, from MAIL on, that are neither answered nor given up. */
  get underway(): number {
    for (const session of this.#begun) if (!session.envelope.mailFrom) this.#begun.delete(session);
    return this.#begun.size;
  }

  /** @throws Error if it cannot listen */
  async start(): Promise<void> {
    const { host, port } = this.options;
    const { server } = this.#server;
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      this.#server.listen(port, host, () => {
        server.off('error', failed);
        listening();
      });
    });
    this.#stopFollowing = this.options.tls?.follow?.((renewed) => this.#server.updateSecureContext({ ...renewed }));
  }

  /** Accepts no more connections and waits at most `closeMs` for messages that are being received. */
  async close(): Promise<void> {
    this.#stopFollowing?.();
    if (!this.#server.server.listening) return;
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    const timer = setTimeout(() => this.#connections.cutAll(), this.options.closeMs ?? CLOSE_MS);
    await closed;
    clearTimeout(timer);
  }

  #createServer(): SMTPServer {
    const { name, banner, maxBytes, tls, implicitTls = false } = this.options;
    const server = new (smtp().SMTPServer)({
      name,
      banner,
      size: maxBytes,
      maxCommandLength: MAX_COMMAND_LENGTH,
      // Counted here: the package refuses whoever comes when it is full.
      maxClients: Number.MAX_SAFE_INTEGER,
      socketTimeout: this.options.idleMs ?? IDLE_MS,
      closeTimeout: this.options.closeMs ?? CLOSE_MS,
      authOptional: !this.authentication,
      authMethods: ['PLAIN', 'LOGIN'],
      allowInsecureAuth: this.options.allowsPlainLogins ?? false,
      ...(tls && { key: tls.key, cert: tls.cert }),
      secure: implicitTls,
      // Without a certificate the package would use its own, whose key is public.
      disabledCommands: [...(this.authentication ? [] : ['AUTH']), ...(tls && !implicitTls ? [] : ['STARTTLS'])],
      disableReverseLookup: true,
      useXClient: this.#trusted.connected,
      logger: false,
      onConnect: (session, reply) => {
        if (this.authentication && !this.options.allowsPlainLogins) hideLogins(server, session);
        reply(this.#rejectConnection(session));
      },
      onAuth: (login, session, reply) => void this.#authenticate(login, session, reply),
      onMailFrom: ({ address }, session, reply) => {
        this.#transactions.end(session);
        const begin: Reply = (error) => {
          // A client may go away while its sender is checked.
          if (!error && !this.#ended.has(session)) {
            this.#begun.add(session);
            this.#connections.setBusy(endOf(session), true);
          }
          reply(error);
        };
        void this.#answer(begin, this.#checkSender(address, session));
      },
      onRcptTo: ({ address }, session, reply) => void this.#answer(reply, this.#checkRecipient(address, session)),
      onData: (stream, session, reply) => {
        const end = (error?: Error | null, text?: string) => {
          reply(error, text);
          if (error instanceof SmtpRejection && error.responseCode === CLOSING) this.#close(session);
        };
        void this.#answer(end, this.#receive(stream, session));
      },
      onClose: (session) => {
        this.#transactions.end(session);
        this.#connections.remove(endOf(session));
        this.#ended.add(session);
        this.#begun.delete(session);
      },
    });
    server.on('error', (error: Error) => logger.debug('An SMTP connection failed', { error }));
    server.server.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      this.#trusted.add(socket);
    });
    return server;
  }

  async #answer(reply: Reply, work: Promise<string | void>): Promise<void> {
    try {
      const text = await work;
      reply(null, text ?? undefined);
    } catch (error) {
      if (error instanceof SmtpRejection) return reply(error);
      logger.warn('A mail could not be taken; its sender is asked to come back', { error });
      reply(new SmtpRejection(451, '4.3.0 Cannot take it right now, come back later'));
    }
  }

  #rejectConnection(session: SMTPServerSession): SmtpRejection | null {
    if (this.#connections.accept(session, this.#trusted.has(session.remoteAddress))) return null;
    return this.#tooManyConnections();
  }

  async #authenticate(
    { username = '', password }: SMTPServerAuthentication,
    { remoteAddress }: SMTPServerSession,
    reply: (error?: Error | null, response?: SMTPServerAuthenticationResponse) => void,
  ): Promise<void> {
    try {
      const user = await this.authentication?.authenticate({ name: username, password: password ?? '', remoteAddress });
      if (user) return reply(null, { user });
      reply(new SmtpRejection(535, '5.7.8 The user name or password is wrong'));
    } catch (error) {
      if (error instanceof SmtpRejection) return reply(error);
      logger.warn('A login by SMTP could not be verified', { error });
      reply(new SmtpRejection(454, '4.7.0 Cannot verify the login right now, come back later'));
    }
  }

  #tooManyConnections(): SmtpRejection {
    this.receiver.onRejected?.('rate');
    return new SmtpRejection(421, '4.7.0 Too many connections, come back later');
  }

  async #checkSender(address: string, session: SMTPServerSession): Promise<void> {
    const { remoteAddress, user } = session;
    if (!this.#connections.belongTo(endOf(session), remoteAddress)) throw this.#tooManyConnections();
    if (!this.#peers.allowsBytes(peerOf(remoteAddress), 0)) {
      this.receiver.onRejected?.('rate');
      throw tooMuchMail();
    }
    const rejection = await this.authentication?.rejectSender(address, user);
    if (rejection) throw rejection;
  }

  async #checkRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const { remoteAddress, envelope, user } = session;
    const peer = peerOf(remoteAddress);
    if (!this.#peers.allowsRecipient(peer)) {
      this.receiver.onRejected?.('rate');
      throw new SmtpRejection(450, '4.7.1 Too many recipients, come back later');
    }
    if (envelope.rcptTo.length >= (this.options.maxRecipients ?? MAX_RECIPIENTS)) {
      throw new SmtpRejection(452, '4.5.3 Too many recipients');
    }
    const transaction = this.#transactions.of(session);
    const rejection = await this.receiver.rejectRecipient(address, user as unknown as undefined, transaction);
    if (!rejection) return;
    this.#peers.rejectedRecipient(peer);
    throw rejection;
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string | void> {
    const { mailFrom, rcptTo } = session.envelope;
    const content = this.#contentOf(stream, session);
    const stopWatching = this.#pace.watch(content.asSender());
    try {
      const message = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        content,
        remoteAddress: session.remoteAddress,
        clientName: session.hostNameAppearsAs,
        secure: session.secure,
        ...(this.authentication && { user: session.user as unknown }),
      };
      return await this.receiver.receive(message, this.#transactions.of(session));
    } finally {
      await content.drain().finally(() => {
        stopWatching();
        this.#transactions.end(session);
        this.#connections.setBusy(endOf(session), false);
      });
    }
  }

  #contentOf(stream: SMTPServerDataStream, session: SMTPServerSession): IncomingContent {
    const peer = peerOf(session.remoteAddress);
    return new IncomingContent(stream, {
      maxBytes: this.options.maxBytes,
      // A user who logs in is shown as the author: what we sign must read alike everywhere.
      rejectsBareControls: this.authentication !== undefined,
      allowsBytes: (bytes) => this.#peers.allowsBytes(peer, bytes),
      cut: () => this.#cut(session),
      onRejected: (reason) => this.receiver.onRejected?.(reason),
    });
  }

  /** After its last answer, which the client may still read. */
  #close({ id }: SMTPServerSession): void {
    for (const connection of this.#server.connections) if (connection.id === id) connection.close();
  }

  #cut(session: SMTPServerSession): void {
    this.receiver.onRejected?.('rate');
    this.#connections.cut(endOf(session));
  }
}

/** The end of the connection itself, whichever client it comes for. A session that was never greeted knows none. */
function endOf({
  remoteAddress,
  remotePort,
  xClient,
}: ClientEnd & Partial<Pick<SMTPServerSession, 'xClient'>>): ClientEnd {
  return {
    remoteAddress: String(xClient?.get('ADDR:DEFAULT') || remoteAddress),
    remotePort: Number(xClient?.get('PORT:DEFAULT') || remotePort),
  };
}
