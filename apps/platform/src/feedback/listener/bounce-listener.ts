import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MAX_REPORT_BYTES, readBeginning, type ReceivedMessage, SmtpListener, SmtpRejection } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { PlatformConfig } from '../../config.js';
import { FixedMailboxes } from './fixed-mailboxes.js';
import { FeedbackReportsService } from '../reports/feedback-reports.service.js';
import { FeedbackMetrics } from '../feedback.metrics.js';
import { ReturnPaths, type MessageRef } from '../return-paths/return-path.js';

/** The most recipients of one mail: servers may send one report for several messages. */
const MAX_RECIPIENTS = 20;

/**
 * The SMTP server at the return path: accepts the delivery reports and complaints that come back for sent mail. It
 * accepts mail only for return paths that this installation wrote in the last 30 days and for its {@link FixedMailboxes}, keeps
 * what is parsed of it, and answers 250 once a report is stored. A message has at most 20 reports.
 */
@Injectable()
export class BounceListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private listener: SmtpListener | undefined;

  constructor(
    private readonly config: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly reports: FeedbackReportsService,
    private readonly fixed: FixedMailboxes,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Port on which it listens; undefined if it is off. */
  get port(): number | undefined {
    return this.listener?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bouncePort, bounceHost, bounceMaxBytes, host, runsQueues, returnPathDomain } = this.config;
    if (bouncePort === undefined || !returnPathDomain || !runsQueues) return;
    const listener = new SmtpListener(
      {
        host: bounceHost ?? host,
        port: bouncePort,
        name: returnPathDomain,
        banner: 'return path',
        maxBytes: bounceMaxBytes,
        maxRecipients: MAX_RECIPIENTS,
        trustedPeers: this.config.bounceTrustedPeers,
        // The relay is one client, and reports each success beside the bounces.
        peer: { recipients: this.config.bounceRecipientsPerMinute, bytes: this.config.bounceBytesPerMinute },
      },
      {
        rejectRecipient: (address) => this.rejectRecipient(address),
        receive: (message) => this.receive(message),
        onRejected: (reason) => this.metrics.countRejected(reason),
      },
    );
    await listener.start();
    this.listener = listener;
    logger.info('Listens for bounces and complaints', { host: bounceHost ?? host, port: this.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  private rejectRecipient(address: string): SmtpRejection | undefined {
    const path = this.returnPaths.verify(address);
    if (path?.expired === false || this.fixed.has(address)) return undefined;
    this.metrics.countRejected(path ? 'expired_return_path' : 'return_path');
    return new SmtpRejection(550, path ? '5.1.1 This return path has expired' : '5.1.1 No such return path');
  }

  private async receive({ from, to, content }: ReceivedMessage): Promise<void> {
    const raw = withReturnPath(from, await readBeginning(content, MAX_REPORT_BYTES));
    const refs = distinct(to.flatMap((address) => this.returnPaths.verify(address)?.ref ?? []));
    if (refs.length > 0) await this.accept(refs, raw);
    if (to.some((address) => this.fixed.has(address))) await this.fixed.accept(raw, to);
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
