import type { AddressInfo, Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { logger } from '#libs/observability';
import { PlatformConfig } from '../config.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { PeerLimits } from './peer-limits.js';
import { ReportRepository } from './report.repository.js';
import { ReturnPaths, type MessageRef } from './return-path.js';
import { SmtpRefusal } from './smtp-refusal.js';

const MAX_CLIENTS = 200;
const MAX_RECIPIENTS = 20;
const IDLE_MS = 60_000;
/** However busy it looks: nobody needs longer to hand over a report. */
const LONGEST_CONNECTION_MS = 600_000;
const CLOSE_MS = 2_000;

type Done = (error?: Error | null) => void;

/**
 * The SMTP server at the return path: takes the delivery reports and complaints that come back for sent mail. It takes
 * mail for return paths that this installation wrote and for no other address, and answers 250 when a report is on disk.
 */
@Injectable()
export class BounceListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: SMTPServer | undefined;
  private readonly peers = new PeerLimits();
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly config: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly reports: ReportRepository,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Where it listens; undefined when it is off. */
  get port(): number | undefined {
    return (this.server?.server.address() as AddressInfo | null | undefined)?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bouncePort, bounceHost, host, runsQueues, returnPathDomain } = this.config;
    if (bouncePort === undefined || !returnPathDomain || !runsQueues) return;
    const server = this.createServer(returnPathDomain);
    await new Promise<void>((done, failed) => {
      server.server.once('error', failed);
      server.listen(bouncePort, bounceHost ?? host, done);
    });
    this.server = server;
    logger.info('Takes bounces and complaints', { host: bounceHost ?? host, port: this.port });
  }

  /** Takes no more connections; a report under way may end, for a moment. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((done) => server.close(() => done()));
    const timer = setTimeout(() => this.sockets.forEach((socket) => socket.destroy()), CLOSE_MS);
    await closed;
    clearTimeout(timer);
  }

  private createServer(name: string): SMTPServer {
    const server = new SMTPServer({
      name,
      banner: 'return path',
      size: this.config.bounceMaxBytes,
      maxClients: MAX_CLIENTS,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      authOptional: true,
      // The package's own certificate is public, and with it STARTTLS would be a pretence.
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, done) => done(this.greet(session)),
      onRcptTo: ({ address }, session, done) => done(this.refusalOf(address, session)),
      onData: (stream, session, done) => void this.take(stream, session, done),
    });
    server.on('error', (error: Error) => logger.debug('A connection to the return path failed', { error }));
    server.server.on('connection', (socket: Socket) => this.watch(socket));
    return server;
  }

  private watch(socket: Socket): void {
    const timer = setTimeout(() => socket.destroy(), LONGEST_CONNECTION_MS).unref();
    const address = peerOf(socket.remoteAddress);
    this.sockets.add(socket);
    this.peers.entered(address);
    socket.once('close', () => {
      clearTimeout(timer);
      this.peers.left(address);
      this.sockets.delete(socket);
    });
  }

  private greet({ remoteAddress }: SMTPServerSession): SmtpRefusal | null {
    if (this.peers.mayStay(peerOf(remoteAddress))) return null;
    this.metrics.refused('rate');
    return new SmtpRefusal(421, '4.7.0 Too many connections, come back later');
  }

  private refusalOf(address: string, { remoteAddress, envelope }: SMTPServerSession): SmtpRefusal | null {
    const peer = peerOf(remoteAddress);
    if (!this.peers.mayName(peer)) {
      this.metrics.refused('rate');
      return new SmtpRefusal(450, '4.7.1 Too many recipients, come back later');
    }
    if (envelope.rcptTo.length >= MAX_RECIPIENTS) return new SmtpRefusal(452, '4.5.3 Too many recipients');
    if (this.returnPaths.read(address)) return null;
    this.peers.misnamed(peer);
    this.metrics.refused('return_path');
    return new SmtpRefusal(550, '5.1.1 No such return path');
  }

  private async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, done: Done): Promise<void> {
    try {
      const raw = await collect(stream, this.config.bounceMaxBytes);
      if (stream.sizeExceeded) {
        this.metrics.refused('size');
        return done(new SmtpRefusal(552, '5.3.4 The report is too large'));
      }
      const refs = envelope.rcptTo.flatMap(({ address }) => this.returnPaths.read(address) ?? []);
      for (const ref of distinct(refs)) await this.reports.keep(ref, raw);
      done();
    } catch (error) {
      logger.warn('A report could not be kept; its sender is asked to come back', { error });
      done(new SmtpRefusal(451, '4.3.0 Cannot take it right now, come back later'));
    }
  }
}

/** The name under which a peer is counted: IPv4 the same in both notations, IPv6 by its network. */
function peerOf(address = ''): string {
  const plain = address.replace(/^::ffff:/i, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}

/** Everything up to the limit; the rest is let through and forgotten. */
async function collect(stream: SMTPServerDataStream, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function distinct(refs: readonly MessageRef[]): MessageRef[] {
  return [...new Map(refs.map((ref) => [ref.messageId, ref])).values()];
}
