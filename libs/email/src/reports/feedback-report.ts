import { addressIn, readBlocks } from './fields.js';
import { originalMessageId, type ReportMail } from './report-mail.js';
import type { ComplaintReport } from './report.js';

const MAX_AGENT = 200;

/** Reads a feedback report (RFC 5965, section 3), or Outlook's complaint, which has the same meaning; null for neither. */
export function readFeedback(mail: ReportMail): ComplaintReport | null {
  const part = mail.part('message/feedback-report');
  if (part === undefined) return readOutlookComplaint(mail);
  const fields = readBlocks(part)[0];
  const feedbackType = /^[a-z-]{1,40}/.exec(fields?.get('feedback-type')?.toLowerCase() ?? '')?.[0] ?? 'other';
  const userAgent = fields?.get('user-agent')?.slice(0, MAX_AGENT);
  // What some reporters write in place of the standard's field.
  const recipient = addressIn(fields?.get('original-rcpt-to')) ?? addressIn(fields?.get('removal-recipient'));
  return complaint(mail, feedbackType, recipient, userAgent);
}

/** Outlook.com's junk mail reports are the mail itself, forwarded, with the complainant in a header of their own. */
function readOutlookComplaint(mail: ReportMail): ComplaintReport | null {
  const complainant = mail.original?.get('x-hmxmroriginalrecipient');
  if (complainant === undefined || !/@(?:hotmail|outlook|microsoft)\.com$/.test(mail.from)) return null;
  return complaint(mail, 'abuse', addressIn(complainant), undefined);
}

function complaint(
  mail: ReportMail,
  feedbackType: string,
  recipient: string | undefined,
  userAgent: string | undefined,
): ComplaintReport {
  const messageId = originalMessageId(mail);
  return {
    kind: 'complaint',
    feedbackType,
    ...(recipient === undefined ? {} : { recipient }),
    ...(messageId === undefined ? {} : { originalMessageId: messageId }),
    ...(userAgent ? { userAgent } : {}),
  };
}
