import { addressIn, readBlocks } from './fields.js';
import { originalMessageId, type ReportMail } from './report-mail.js';
import type { ComplaintReport } from './report.js';

const MAX_AGENT = 200;

/** Parses a feedback report (RFC 5965, section 3) or Outlook's complaint; null if the mail is neither. */
export function readFeedback(mail: ReportMail): ComplaintReport | null {
  const [part] = mail.parts('message/feedback-report');
  if (part === undefined) return readOutlookComplaint(mail);
  const fields = readBlocks(part)[0];
  const feedbackType = /^[a-z-]{1,40}/.exec(fields?.get('feedback-type')?.toLowerCase() ?? '')?.[0] ?? 'other';
  const userAgent = fields?.get('user-agent')?.slice(0, MAX_AGENT);
  // Some reporters write this field in place of the standard one.
  const recipient = addressIn(fields?.get('original-rcpt-to')) ?? addressIn(fields?.get('removal-recipient'));
  return complaint(mail, feedbackType, recipient, userAgent);
}

/** Outlook.com's junk mail reports are the forwarded mail, with the complainant in a header of Outlook's. */
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
