import type { ComplaintReport, DeliveryReport, MailReport, RecipientReport, ReportedAction } from '#libs/mail/email';
import { COMPLAINT, complaintDetail, statementDetail } from '../../events/event-data.js';
import { normalAddress, type SuppressionReason } from '../../suppressions/suppression.js';
import { departure, topicToLeave } from '../departures.js';
import type { Feedback, FeedbackType } from '../feedback-recorder.js';
import type { KnownMessage } from '../known-message.js';

/** The timeline event of each action in a delivery report; null for none. */
const TYPE_OF_ACTION: Record<ReportedAction, FeedbackType | null> = {
  failed: 'bounced',
  delayed: 'deferred',
  delivered: 'delivered',
  // It went on to a server that reports nothing: nobody knows more than before.
  relayed: null,
  // It went on to the members of an alias, who may have it or not (RFC 3464, section 2.3.3: not the end).
  expanded: null,
};

/** The meaning of a report for its message. */
export interface ReportMeaning {
  feedback: Feedback;
  /** Why to suppress the recipient; absent if not. */
  suppress?: SuppressionReason;
}

/** Report types that are not complaints. */
const NO_COMPLAINT: ReadonlySet<string> = new Set(['not-spam', 'auth-failure', 'dmarc']);

/** The meaning of a report for a message; null if it has none. */
export function meaningOf(report: MailReport, message: KnownMessage, receivedAt: Date): ReportMeaning | null {
  return report.kind === 'complaint'
    ? complaintMeaning(report, message, receivedAt)
    : deliveryMeaning(report, message.recipient, receivedAt);
}

function complaintMeaning(
  { feedbackType, userAgent }: ComplaintReport,
  message: KnownMessage,
  occurredAt: Date,
): ReportMeaning | null {
  if (NO_COMPLAINT.has(feedbackType)) return null;
  const detail = complaintDetail(feedbackType, userAgent);
  if (feedbackType.startsWith('opt-out')) {
    return { feedback: departure(topicToLeave(message), occurredAt, detail), suppress: 'unsubscribe' };
  }
  return {
    feedback: { type: 'complained', occurredAt, detail, error: COMPLAINT, sameness: '' },
    suppress: 'complaint',
  };
}

function deliveryMeaning(report: DeliveryReport, recipient: string, occurredAt: Date): ReportMeaning | null {
  const about = reportAbout(report.recipients, recipient);
  if (!about) return null;
  const type = TYPE_OF_ACTION[about.action];
  if (!type) return null;
  const feedback: Feedback = {
    type,
    occurredAt,
    detail: toDetail(about, recipient),
    error: type === 'delivered' ? null : (about.diagnostic ?? 'The receiving server gave no reason'),
    sameness: type === 'delivered' ? '' : `${about.status ?? ''} ${about.diagnostic ?? ''}`,
  };
  const suppresses = type === 'bounced' && about.type === 'hard' && isAbout(about, recipient);
  return suppresses ? { feedback, suppress: 'bounce' } : { feedback };
}

/**
 * Whether a report speaks of the recipient itself, not of an address that its mail was forwarded to: a list whose member is
 * gone still takes mail. Some servers name a host of their own after the same local part.
 */
function isAbout(report: RecipientReport, recipient: string): boolean {
  const named = [report.recipient, report.finalRecipient].filter((address) => address !== undefined);
  return named.length === 0 || named.some((address) => isFor(address, recipient) || hasLocalPartOf(address, recipient));
}

const hasLocalPartOf = (address: string, recipient: string) => localPartOf(address) === localPartOf(recipient);

const localPartOf = (address: string) => normalAddress(address).replace(/@[^@]*$/, '');

/**
 * The part of a report that is about the recipient: the one that names it, else the first failure. A message has one
 * recipient, so the others are addresses that its mail was forwarded to.
 */
function reportAbout(reports: readonly RecipientReport[], recipient: string): RecipientReport | undefined {
  const own = reports.find((report) => isFor(report.recipient, recipient) || isFor(report.finalRecipient, recipient));
  return own ?? reports.find(({ action }) => action === 'failed') ?? reports[0];
}

const isFor = (address: string | undefined, recipient: string) =>
  address !== undefined && normalAddress(address) === normalAddress(recipient);

function toDetail(report: RecipientReport, recipient: string): Record<string, unknown> {
  const { action, type, status, smtpCode, diagnostic } = report;
  const final = report.finalRecipient ?? report.recipient;
  const forwarded = final !== undefined && !isFor(final, recipient);
  return statementDetail({
    type: action === 'failed' ? type : undefined,
    status,
    smtpCode,
    diagnostic,
    finalRecipient: forwarded ? final : undefined,
  });
}
