import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SmtpListener, SmtpRejection } from '#libs/email';
import { logger } from '#libs/observability';
import { PlatformConfig } from '../config.js';
import { FeedbackReportsService } from './feedback-reports.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { ReturnPaths, type MessageRef } from './return-path.js';

/** Enough for copies of one report for several messages. */
const MAX_RECIPIENTS = 20;

/**
 * The SMTP server at the return path: accepts the delivery reports and complaints that come back for sent mail. It
 * accepts mail only for return paths that this installation wrote, and answers 250 once a report is stored.
 */
@Injectable()
export class BounceListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private listener: SmtpListener | undefined;

  constructor(
    private readonly config: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly reports: FeedbackReportsService,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Where it listens; undefined if it is off. */
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
      },
      {
        rejectRecipient: (address) => this.rejectRecipient(address),
        receive: ({ to, raw }) => this.receive(to, raw),
        onRejected: (reason) => this.metrics.refused(reason),
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
    if (this.returnPaths.read(address)) return undefined;
    this.metrics.refused('return_path');
    return new SmtpRejection(550, '5.1.1 No such return path');
  }

  private async receive(to: readonly string[], raw: Buffer): Promise<void> {
    const refs = to.flatMap((address) => this.returnPaths.read(address) ?? []);
    for (const ref of distinct(refs)) await this.reports.accept(ref, raw);
  }
}

function distinct(refs: readonly MessageRef[]): MessageRef[] {
  return [...new Map(refs.map((ref) => [ref.messageId, ref])).values()];
}
