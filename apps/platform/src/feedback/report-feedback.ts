import type { ComplaintReport, DeliveryReport, MailReport, RecipientReport, ReportedAction } from '#libs/email';
import { normalAddress, type SuppressionReason } from '../suppressions/suppression.js';
import type { Feedback, FeedbackType } from './feedback-recorder.js';

/** What an action in a delivery report is in the timeline. */
const TYPE_OF_ACTION: Record<ReportedAction, FeedbackType> = {
  failed: 'bounced',
  delayed: 'deferred',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
};

/** What a report means for the message that it came back for. */
export interface ReportMeaning {
  feedback: Feedback;
  /** Why to suppress the recipient; absent if not. */
  suppress?: SuppressionReason;
}

/** Reports of these types complain of nothing: they call the mail good, or are about its authentication. */
const NO_COMPLAINT: ReadonlySet<string> = new Set(['not-spam', 'auth-failure', 'dmarc']);

/** What a report means for a message to `recipient`; null if it means nothing. */
export function meaningOf(report: MailReport, recipient: string, receivedAt: Date): ReportMeaning | null {
  return report.kind === 'complaint'
    ? complaintMeaning(report, receivedAt)
    : deliveryMeaning(report, recipient, receivedAt);
}

function complaintMeaning({ feedbackType, userAgent }: ComplaintReport, occurredAt: Date): ReportMeaning | null {
  if (NO_COMPLAINT.has(feedbackType)) return null;
  const detail = { FeedbackType: feedbackType, ...(userAgent === undefined ? {} : { UserAgent: userAgent }) };
  if (feedbackType.startsWith('opt-out')) {
    return {
      feedback: { type: 'unsubscribed', occurredAt, detail, error: null, sameness: '' },
      suppress: 'unsubscribe',
    };
  }
  const error = 'The recipient reported it as spam';
  return { feedback: { type: 'complained', occurredAt, detail, error, sameness: '' }, suppress: 'complaint' };
}

function deliveryMeaning(report: DeliveryReport, recipient: string, occurredAt: Date): ReportMeaning | null {
  const about = reportAbout(report.recipients, recipient);
  if (!about) return null;
  const type = TYPE_OF_ACTION[about.action];
  const feedback: Feedback = {
    type,
    occurredAt,
    detail: toDetail(about, recipient),
    error: type === 'delivered' ? null : (about.diagnostic ?? 'The receiving server gave no reason'),
    sameness: type === 'delivered' ? '' : `${about.status ?? ''} ${about.diagnostic ?? ''}`,
  };
  return type === 'bounced' && about.type === 'hard' ? { feedback, suppress: 'bounce' } : { feedback };
}

/**
 * The part of a report that is about the recipient: the one that names it, else the first failure. A message has one
 * recipient, so the others are addresses that its mail was forwarded to.
 */
function reportAbout(reports: readonly RecipientReport[], recipient: string): RecipientReport | undefined {
  const own = reports.find(
    (report) => isFor(report.originalRecipient, recipient) || isFor(report.recipient, recipient),
  );
  return own ?? reports.find(({ action }) => action === 'failed') ?? reports[0];
}

const isFor = (address: string | undefined, recipient: string) =>
  address !== undefined && normalAddress(address) === normalAddress(recipient);

function toDetail(report: RecipientReport, recipient: string): Record<string, unknown> {
  const { action, type, status, smtpCode, diagnostic } = report;
  const forwarded = report.recipient !== undefined && !isFor(report.recipient, recipient);
  return {
    ...(action === 'failed' ? { Type: type } : {}),
    ...(status === undefined ? {} : { Status: status }),
    ...(smtpCode === undefined ? {} : { SmtpCode: smtpCode }),
    ...(diagnostic === undefined ? {} : { Diagnostic: diagnostic }),
    ...(forwarded ? { FinalRecipient: report.recipient } : {}),
  };
}
