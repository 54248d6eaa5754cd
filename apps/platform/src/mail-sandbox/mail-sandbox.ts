import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  mailSandboxOutcome,
  mailSandboxReport,
  rewriteHtml,
  type MailSandboxOutcome,
  type MailSandboxReported,
} from '#libs/mail/email';
import { newId, type Id } from '#libs/core/persistence';
import type { Attempted, DeliveryOutcome, PendingMessage } from '../delivery/delivery.js';
import { FeedbackMetrics } from '../feedback/feedback.metrics.js';
import type { KnownMessage } from '../feedback/known-message.js';
import { ReportRecorder } from '../feedback/reports/report-recorder.js';
import { MessageEvents } from '../messages/events/message-events.service.js';
import type { NewMessageEvent } from '../messages/events/record-events.sql.js';
import { trackedDetail } from '../tracking/tracked-event.js';
import { UnsubscribeService } from '../tracking/unsubscribe/unsubscribe.service.js';

/** One reaction to a sent e-mail. Steps run in the order of template, then event. */
interface Step {
  templateId: string;
  type: string;
  take: (tx: EntityManager) => Promise<void>;
}

/**
 * Simulates the mail servers and readers of the sandbox's recipients (see `mailSandboxOutcome`), for test keys only. It
 * uses the services that handle real reports, opens, clicks and unsubscriptions.
 */
@Injectable()
export class MailSandbox {
  constructor(
    private readonly reports: ReportRecorder,
    private readonly events: MessageEvents,
    private readonly unsubscribing: UnsubscribeService,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** The outcome of an e-mail to a recipient that simulates a rejection; undefined for every other recipient. */
  rejectionOf(message: PendingMessage): DeliveryOutcome | undefined {
    const outcome = outcomeOf(message);
    if (outcome === 'refused') return rejection('failed', 550, '5.7.1', 'sandbox: the mail is refused');
    if (outcome === 'deferred' && !message.triedBefore) return rejection('deferred', 451, '4.7.1', 'sandbox: not now');
    return undefined;
  }

  /**
   * Simulates the reactions to sent e-mails, in the transaction that records the attempts. The order is that in which all
   * code writes the counts, so that two transactions never deadlock.
   */
  async simulateReactions(tx: EntityManager, attempts: readonly Attempted[]): Promise<void> {
    const taken = attempts.filter(({ outcome }) => outcome.kind === 'sent').map(({ message }) => message);
    const steps = taken.flatMap((message) => this.stepsOf(message));
    for (const { take } of steps.sort(byKeyOfCounts)) await take(tx);
  }

  private stepsOf(message: PendingMessage): Step[] {
    const outcome = outcomeOf(message);
    if (!outcome || outcome === 'refused') return [];
    if (outcome === 'opened') return [this.read(readerEvent(message, 'opened'), message)];
    if (outcome === 'unsubscribed') return [this.unsubscribe(message)];
    if (outcome !== 'clicked') return [this.report(message, outcome)];
    const url = firstLink(message.html ?? '');
    // In this order: the timeline is sorted by event id.
    const events = [readerEvent(message, 'opened'), ...(url ? [readerEvent(message, 'clicked', url)] : [])];
    return events.map((event) => this.read(event, message));
  }

  private report(message: PendingMessage, outcome: MailSandboxReported): Step {
    const report = mailSandboxReport(outcome, message.recipient);
    return step(message, outcome === 'deferred' ? 'delivered' : outcome, async (tx) => {
      this.metrics.report(await this.reports.record(tx, message.tenantId, known(message), report, new Date()));
    });
  }

  private read(event: NewMessageEvent, message: PendingMessage): Step {
    return step(message, event.type, async (tx) => {
      await this.events.record(tx, message.tenantId, [event]);
      this.metrics.recorded(event.type);
    });
  }

  private unsubscribe(message: PendingMessage): Step {
    return step(message, 'unsubscribed', async (tx) => {
      await this.unsubscribing.record(tx, message.tenantId, known(message));
    });
  }
}

const step = ({ templateId }: PendingMessage, type: string, take: Step['take']): Step => ({
  templateId: templateId ?? '',
  type,
  take,
});

function byKeyOfCounts(one: Step, other: Step): number {
  if (one.templateId !== other.templateId) return one.templateId < other.templateId ? -1 : 1;
  return one.type < other.type ? -1 : Number(one.type > other.type);
}

function outcomeOf({ environment, recipient }: PendingMessage): MailSandboxOutcome | undefined {
  return environment === 'test' ? mailSandboxOutcome(recipient) : undefined;
}

function rejection(kind: 'failed' | 'deferred', code: number, enhanced: string, words: string): DeliveryOutcome {
  const reason = `${code} ${enhanced} ${words}`;
  return { kind, reason, detail: { Reason: reason, SmtpCode: code, EnhancedCode: enhanced } };
}

function known({ id, sender, recipient, environment, topic }: PendingMessage): KnownMessage {
  return { id, sender, recipient, environment, topic };
}

function readerEvent({ id, tenantId }: PendingMessage, type: 'opened' | 'clicked', url?: string): NewMessageEvent {
  const occurredAt = new Date();
  const ref = { tenantId, messageId: id as Id<'msg'> };
  const detail = trackedDetail({ type, ref, occurredAt, url, userAgent: 'Sandbox', machine: false });
  return {
    id: newId('evt'),
    messageId: id,
    type,
    occurredAt,
    error: null,
    detail,
    webhookData: detail,
    reader: 'first',
  };
}

function firstLink(html: string): string | undefined {
  let first: string | undefined;
  const look = (url: string): null => {
    if (/^https?:\/\//i.test(url.trim())) first ??= url.trim();
    return null;
  };
  rewriteHtml(html, { link: look });
  return first;
}
