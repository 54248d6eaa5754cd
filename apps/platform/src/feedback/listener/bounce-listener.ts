import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MAX_REPORT_BYTES, readBeginning, type ReceivedMessage, SmtpListener, SmtpRejection } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { PlatformConfig } from '../../config.js';
import { type MailReceiver, MailReceivers } from '../../mail-receivers/mail-receivers.js';
import { FixedMailboxes } from './fixed-mailboxes.js';
import { FeedbackReportsService } from '../reports/feedback-reports.service.js';
import { FeedbackMetrics } from '../feedback.metrics.js';
import { ReturnPaths, type MessageRef } from '../return-paths/return-path.js';

/** The most return paths of one mail: servers may send one report for several messages. */
const MAX_REPORTED = 20;

/** Kind of a recipient of mail: a return path or fixed mailbox, or an address of another feature. */
type Destination = 'reports' | MailReceiver;

/**
 * The SMTP server of Platform: accepts the delivery reports and complaints that come back for sent mail, and mail for the
 * {@link MailReceivers}. Reports it accepts only at return paths that this installation wrote in the last 30 days and at its
 * {@link FixedMailboxes}; it keeps what is parsed of them, and answers 250 once a report is stored. A message has at most 20 reports.
 */
@Injectable()
export class BounceListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private listener: SmtpListener | undefined;

  constructor(
    private readonly config: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly reports: FeedbackReportsService,
    private readonly fixed: FixedMailboxes,
    private readonly receivers: MailReceivers,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Port on which it listens; undefined if it is off. */
  get port(): number | undefined {
    return this.listener?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bouncePort, bounceHost, bounceMaxBytes, inboundMaxBytes, host, runsQueues, receivingHost } = this.config;
    if (bouncePort === undefined || !runsQueues) return;
    const listener = new SmtpListener(
      {
        host: bounceHost ?? host,
        port: bouncePort,
        name: receivingHost,
        banner: 'return path',
        maxBytes: Math.max(bounceMaxBytes, inboundMaxBytes),
        trustedPeers: this.config.bounceTrustedPeers,
        // The relay is one client, and reports each success beside the bounces.
        peer: { recipients: this.config.bounceRecipientsPerMinute, bytes: this.config.bounceBytesPerMinute },
      },
      {
        rejectRecipient: (address, _user, { to }) => this.rejectRecipient(address, to),
        receive: (message) => this.receive(message),
        onRejected: (reason) => this.metrics.countRejected(reason),
      },
    );
    await listener.start();
    this.listener = listener;
    logger.info('Listens for bounces, complaints and received mail', { host: bounceHost ?? host, port: this.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  /** One message is for one destination: what it makes of it is durable as a whole, or not at all. */
  private async rejectRecipient(address: string, named: readonly string[]): Promise<SmtpRejection | undefined> {
    const destination = await this.destinationOf(address);
    if (destination instanceof SmtpRejection) return destination;
    const [first] = named;
    if (first !== undefined && (await this.destinationOf(first)) !== destination)
      return new SmtpRejection(452, '4.5.3 This recipient needs a message of its own');
    if (destination === 'reports' && named.length >= MAX_REPORTED)
      return new SmtpRejection(452, '4.5.3 Too many recipients');
    return undefined;
  }

  private async destinationOf(address: string): Promise<Destination | SmtpRejection> {
    const path = this.returnPaths.verify(address);
    if (path?.expired === false || this.fixed.has(address)) return 'reports';
    for (const receiver of path ? [] : this.receivers.all) {
      const judged = await receiver.judge(address);
      if (judged !== null) return judged === 'taken' ? receiver : judged;
    }
    this.metrics.countRejected(path ? 'expired_return_path' : 'return_path');
    return new SmtpRejection(550, path ? '5.1.1 This return path has expired' : '5.1.1 No such address');
  }

  private async receive(message: ReceivedMessage): Promise<void> {
    const destination = await this.destinationOf(message.to[0] ?? '');
    if (destination instanceof SmtpRejection) throw destination;
    if (destination === 'reports') await this.receiveReport(message);
    else await destination.receive(message);
  }

  private async receiveReport({ from, to, content }: ReceivedMessage): Promise<void> {
    const beginning = await readBeginning(this.limited(content), MAX_REPORT_BYTES);
    const raw = withReturnPath(from, beginning);
    const refs = distinct(to.flatMap((address) => this.returnPaths.verify(address)?.ref ?? []));
    if (refs.length > 0) await this.accept(refs, raw);
    if (to.some((address) => this.fixed.has(address))) await this.fixed.accept(raw, to);
  }

  /** Reports are smaller than other mail. */
  private async *limited(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > this.config.bounceMaxBytes) {
        this.metrics.countRejected('size');
        throw new SmtpRejection(552, '5.3.4 The message is too large');
      }
      yield chunk;
    }
  }

  private async accept(refs: readonly MessageRef[], raw: Buffer): Promise<void> {
    let accepted = 0;
    for (const ref of refs) {
      if (await this.reports.accept(ref, raw)) accepted += 1;
      else this.metrics.countRejected('reports');
    }
    if (accepted === 0) throw new SmtpRejection(452, '4.5.3 Too many reports on this message');
  }
}

/** Adds the sender of the envelope (RFC 5321, section 4.4): that of a report is empty, that of an answer is not. */
function withReturnPath(from: string, raw: Buffer): Buffer {
  const header = Buffer.from(`Return-Path: <${from.replace(/[\r\n]/g, '')}>\r\n`);
  return Buffer.concat([header, raw.subarray(0, MAX_REPORT_BYTES - header.length)]);
}

function distinct(refs: readonly MessageRef[]): MessageRef[] {
  return [...new Map(refs.map((ref) => [ref.messageId, ref])).values()];
}
