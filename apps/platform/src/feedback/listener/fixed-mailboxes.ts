import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { IdentityClient } from '#libs/core/auth';
import { MAX_REPORT_BYTES, parseReport, SmtpPool, SmtpRejection } from '#libs/mail/email';
import { WindowLimit } from '#libs/core/limits';
import { logger } from '#libs/core/observability';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { PlatformConfig } from '../../config.js';
import { HOPS_MAX, hopsOf } from '../../mail-receivers/hops.js';
import { FeedbackReportsService } from '../reports/feedback-reports.service.js';
import { FeedbackIds } from '../return-paths/feedback-ids.js';
import { FeedbackMetrics } from '../feedback.metrics.js';
import { ReturnPaths, type MessageRef } from '../return-paths/return-path.js';

/** Messages that one mail may report. */
const REPORTED_MAX = 20;

/** The header field of RFC 9477, as a complaint quotes it. */
const FEEDBACK_ID = /^cfbl-feedback-id:\s{0,80}([0-9a-f]{56})\s/gim;

/** Mail that goes on to operators: they are people. */
const FORWARDED = { name: 'platform:operator-mail', times: 100, seconds: 3_600 };

/**
 * The addresses that do not belong to one message: that of feedback loops (`FBL_ADDRESS`), to which mail services send
 * complaints, and `postmaster@` and `abuse@` of the domain of the return path, which every domain has to have (RFC 2142;
 * RFC 5321, section 4.5.1).
 *
 * A report about messages counts as if it had come to their return paths. It has to quote them, or of complaints their
 * `CFBL-Feedback-ID`, because only these prove that the reporter had the mail. Anything else goes on to the operators.
 */
@Injectable()
export class FixedMailboxes implements OnApplicationShutdown {
  private readonly feedback: string | undefined;
  private readonly named: readonly string[];
  private readonly ofOperators: ReadonlySet<string>;
  private readonly sender: string;
  private readonly quoted: RegExp;
  private readonly relay: SmtpPool;
  private readonly redis: RedisClient;
  private readonly forwarded: WindowLimit;

  constructor(
    private readonly returnPaths: ReturnPaths,
    private readonly feedbackIds: FeedbackIds,
    private readonly reports: FeedbackReportsService,
    private readonly metrics: FeedbackMetrics,
    private readonly identity: IdentityClient,
    { fblAddress, alertEmails, alertSender = '', returnPathDomain = '', smtpUrl, redisUrl }: PlatformConfig,
  ) {
    this.feedback = fblAddress?.toLowerCase();
    this.sender = alertSender || `postmaster@${returnPathDomain}`;
    this.named = alertEmails.split(',').filter(Boolean);
    this.ofOperators = new Set(
      returnPathDomain ? ['postmaster', `postmaster@${returnPathDomain}`, `abuse@${returnPathDomain}`] : [],
    );
    this.quoted = new RegExp(`bounce\\+[0-9a-f.]{1,64}@${returnPathDomain.replaceAll('.', '\\.')}`, 'gi');
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections: 1 });
    this.redis = createRedis(redisUrl);
    this.forwarded = new WindowLimit(this.redis, FORWARDED);
  }

  has(address: string): boolean {
    return address.toLowerCase() === this.feedback || this.ofOperators.has(address.toLowerCase());
  }

  /** Resolves when its reports are stored, or the relay has taken it for the operators. @throws SmtpRejection */
  async accept(raw: Buffer, to: readonly string[]): Promise<void> {
    const refs = await this.messagesIn(raw);
    if (refs.length > 0) {
      for (const ref of refs) if (!(await this.reports.accept(ref, raw))) this.metrics.countRejected('reports');
      return;
    }
    const operators = await this.operators();
    if (operators.length > 0) return this.forward(operators, raw);
    this.metrics.countRejected('unknown_complaint');
    logger.warn('Mail for the operators has come, and there is none: set ALERT_EMAILS');
    if (to.some((address) => this.ofOperators.has(address.toLowerCase())))
      throw new SmtpRejection(451, '4.3.0 Nobody can read it now, come back later');
  }

  /** The addresses that are named, else those of the users who are operators. @throws SmtpRejection while they are not known */
  private async operators(): Promise<readonly string[]> {
    if (this.named.length > 0) return this.named;
    try {
      const { status, body } = await this.identity.call('GET', '/internal/console/operators');
      const { emails } = (body ?? {}) as { emails?: unknown };
      if (status === 200 && Array.isArray(emails))
        return emails.filter((one): one is string => typeof one === 'string');
    } catch (error) {
      logger.warn('The identity service did not name the operators', { error });
    }
    throw new SmtpRejection(451, '4.3.0 It cannot be passed on now, come back later');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.close();
    this.redis.disconnect();
  }

  /** The messages that a report quotes; none if it is no report. */
  private async messagesIn(raw: Buffer): Promise<MessageRef[]> {
    // A long line may be cut, also within an address.
    const text = raw
      .subarray(0, MAX_REPORT_BYTES)
      .toString('latin1')
      .replaceAll(/=\r?\n/g, '');
    const paths = [...text.matchAll(this.quoted)].flatMap(([address]) => {
      const path = this.returnPaths.verify(address);
      return path?.expired === false ? [path.ref] : [];
    });
    const ids = [...text.matchAll(FEEDBACK_ID)].flatMap(([, id = '']) => this.feedbackIds.verify(id) ?? []);
    const report = paths.length + ids.length > 0 ? await parseReport(raw) : null;
    if (!report) return [];
    const found = report.kind === 'complaint' ? [...paths, ...ids] : paths;
    return [...new Map(found.map((ref) => [ref.messageId, ref])).values()].slice(0, REPORTED_MAX);
  }

  private async forward(operators: readonly string[], raw: Buffer): Promise<void> {
    if (hopsOf(raw) > HOPS_MAX) throw new SmtpRejection(554, '5.4.6 This mail goes round');
    if ((await this.forwarded.consume('all')) > 0)
      throw new SmtpRejection(451, '4.7.1 Too much mail for this mailbox, come back later');
    const from = this.sender;
    const resent = [`Resent-Date: ${new Date().toUTCString()}`, `Resent-From: ${from}`, `Resent-To: undisclosed:;`];
    const message = Buffer.concat([Buffer.from(`${resent.join('\r\n')}\r\n`), raw]);
    const passing = operators.map((to) => this.relay.send({ envelope: { from, to }, message }));
    const failures = (await Promise.allSettled(passing)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason] : [],
    );
    for (const error of failures) logger.warn('Mail could not be passed on to an operator', { error });
    // It comes back only if nobody has it.
    if (failures.length === operators.length)
      throw new SmtpRejection(451, '4.4.0 It cannot be passed on now, come back later');
  }
}
