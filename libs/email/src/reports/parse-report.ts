import { actionOfStatus, longLine, readDeliveryStatus, reportOf, type StatusBlock } from './delivery-status.js';
import { readFeedback } from './feedback-report.js';
import { readProse, wholeAction } from './prose.js';
import { mentionsIn, wordsAbout, type Mention } from './prose-recipients.js';
import { originalMessageId, readMail, type ReportMail } from './report-mail.js';
import type { MailReport, RecipientReport } from './report.js';
import { isFromDaemon } from './report-senders.js';

const AUTOMATIC_SUBJECT =
  /^(?:re: ?)?(?:out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|resposta autom|ausência|ausencia|fora do escrit|abwesen|réponse automatique|respuesta autom|i am away|on vacation|vacation)/i;

/**
 * Parses a report on a mail that was sent: a delivery report (RFC 3464, or a bounce in a server's own format) or a complaint
 * (RFC 5965). Null for anything else: automatic answers, read receipts, answers of users, invalid data. Reads the first
 * 256 KiB. Never throws.
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

/** The statements of the fields come first; the text tells what they leave open. */
function recipientsOf(mail: ReportMail): RecipientReport[] {
  const blocks = readDeliveryStatus(mail);
  const mentions = mentionsIn(mail);
  const prose = isAnswer(mail) ? [] : readProse(mail, mentions);
  if (blocks.length === 0) return prose;
  const unnamed = blocks.every(({ final, original }) => final === undefined && original === undefined);
  // A status part that names no address: the text does.
  if (unnamed && prose.some(({ recipient }) => recipient !== undefined)) {
    return prose.map((report) => withStatus(report, blocks[0]!));
  }
  return blocks.flatMap((block) => toReport(block, mail, mentions));
}

function withStatus(report: RecipientReport, { action, status }: StatusBlock): RecipientReport {
  const { recipient, diagnostic = '' } = report;
  return reportOf(action ?? report.action, {
    diagnostic,
    ...(recipient === undefined ? {} : { recipient }),
    ...((status ?? report.status) ? { status: status ?? report.status } : {}),
  });
}

function toReport(block: StatusBlock, mail: ReportMail, mentions: readonly Mention[]): RecipientReport[] {
  const { status } = block;
  const text = () => mail.lines.join('\n').slice(0, 32_768);
  const action =
    relayedAsDelivered(block, mail) ??
    block.action ??
    (status?.startsWith('4.') ? wholeAction(mail.subject, text()) : undefined) ??
    actionOfStatus(status);
  if (!action) return [];
  const { recipient, finalRecipient } = addressesOf(block, mail);
  const context = action === 'failed' ? longLine(wordsAbout(recipient, mentions, mail.lines).join(' ')) : '';
  const diagnostic = block.diagnostic || context;
  return [
    reportOf(action, {
      diagnostic,
      context,
      ...(recipient === undefined ? {} : { recipient }),
      ...(finalRecipient === undefined ? {} : { finalRecipient }),
      ...(status === undefined ? {} : { status }),
    }),
  ];
}

/** Exim writes `delivered` of mail that it passed to a server that reports nothing; its text says so. */
function relayedAsDelivered({ action, final }: StatusBlock, { lines }: ReportMail): 'relayed' | undefined {
  if (action !== 'delivered' || final === undefined) return undefined;
  const passedOn = lines.some((line) => line.startsWith(`<${final}>`) && PASSED_ON.test(line));
  return passedOn ? 'relayed' : undefined;
}

const PASSED_ON = /\(relayed (?:to non-DSN-aware mailer|via non DSN router)\)$/;

/**
 * Which of the two addresses the mail was sent to: that which the returned mail names, else the original one. Servers behind
 * a forward write their own address as the final one.
 */
function addressesOf({ final, original }: StatusBlock, { sentTo }: ReportMail): Partial<RecipientReport> {
  if (original === undefined || final === undefined) return { recipient: original ?? final };
  if (original.toLowerCase() === final.toLowerCase()) return { recipient: original };
  const finalIsOurs = sentTo.has(final.toLowerCase()) && !sentTo.has(original.toLowerCase());
  return finalIsOurs ? { recipient: final } : { recipient: original, finalRecipient: final };
}

/** Whether the mail comes from a user's mailbox: an answer, a forwarded mail, an absence notice or a read receipt. */
function isAnswer(mail: ReportMail): boolean {
  const { headers, subject, parts } = mail;
  if (headers.has('x-failed-recipients') || isFromDaemon(mail)) return AUTOMATIC_SUBJECT.test(subject);
  return (
    /^\s*(?:re|fwd?|aw|wg|enc|res):/i.test(subject) ||
    /^\s*auto-replied/i.test(headers.get('auto-submitted') ?? '') ||
    /^\s*auto[_-]?reply/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply-from'].some((name) => headers.has(name)) ||
    AUTOMATIC_SUBJECT.test(subject.slice(0, 200)) ||
    parts('message/disposition-notification').length > 0
  );
}
