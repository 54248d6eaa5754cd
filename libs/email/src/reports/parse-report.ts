import { readDeliveryStatus } from './delivery-status.js';
import { readFeedback } from './feedback-report.js';
import { isDaemon, readFreeText } from './free-text.js';
import { originalMessageId, readMail, type ReportMail } from './report-mail.js';
import type { MailReport, RecipientReport } from './report.js';

const AUTOMATIC_SUBJECT =
  /^(?:re: ?)?(?:out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|resposta autom|ausência|ausencia|fora do escrit|abwesen|réponse automatique|respuesta autom|i am away|on vacation|vacation)/i;

/**
 * Reads what came back for a mail that was sent: a delivery report (RFC 3464, or a bounce in a server's own words) or a
 * complaint (RFC 5965). Null for anything else: automatic answers, read receipts, answers of people, garbage. Reads the
 * first 256 KiB, and never throws, whatever the bytes are.
 */
export async function parseReport(raw: Buffer): Promise<MailReport | null> {
  const mail = await readMail(raw);
  if (!mail) return null;
  const complaint = readFeedback(mail);
  if (complaint) return complaint;
  const recipients = recipientsOf(mail);
  if (recipients.length === 0) return null;
  const messageId = originalMessageId(mail);
  return { kind: 'delivery', recipients, ...(messageId === undefined ? {} : { originalMessageId: messageId }) };
}

function recipientsOf(mail: ReportMail): RecipientReport[] {
  const status = mail.part('message/delivery-status', 'message/global-delivery-status');
  const standard = status === undefined ? [] : readDeliveryStatus(status);
  if (standard.length > 0) return standard;
  return isAnswer(mail) ? [] : readFreeText(mail);
}

/** What a person's mailbox sends: an answer, that its owner is absent, that a mail was read. */
function isAnswer({ headers, from, subject, part }: ReportMail): boolean {
  if (headers.has('x-failed-recipients') || isDaemon(from)) return false;
  return (
    /^\s*re:/i.test(subject) ||
    /^\s*auto-replied/i.test(headers.get('auto-submitted') ?? '') ||
    /^\s*auto[_-]?reply/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply-from'].some((name) => headers.has(name)) ||
    AUTOMATIC_SUBJECT.test(subject.slice(0, 200)) ||
    part('message/disposition-notification') !== undefined
  );
}
