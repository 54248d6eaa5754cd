import { actionOfStatus, longLine, readDeliveryStatus, reportOf, type StatusBlock } from './delivery-status.js';
import { readFeedback } from './feedback-report.js';
import { readFilterRefusal, readProse, wholeAction } from './prose.js';
import { aliasOf, mentionsIn, wordsAbout, type Mention } from './prose-recipients.js';
import { originalMessageId, readMail, type ReportMail } from './report-mail.js';
import type { MailReport, RecipientReport } from './report.js';
import { isFilterRefusal, isFromDaemon, isFromServer, isReport } from './report-senders.js';

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
  const wrapped = await readWrapped(mail);
  const recipients = recipientsOf(wrapped ?? mail);
  if (recipients.length === 0) return null;
  const messageId = originalMessageId(wrapped ?? mail);
  return { kind: 'delivery', recipients, ...(messageId === undefined ? {} : { originalMessageId: messageId }) };
}

/** The report that a scanner on its way attached to a mail of its own; undefined if there is none, or a person forwards it. */
async function readWrapped(mail: ReportMail): Promise<ReportMail | undefined> {
  if (mail.attached.length === 0 || readDeliveryStatus(mail).length > 0 || isAnswer(mail)) return undefined;
  const inner = await readMail(Buffer.from(mail.attached[0]!));
  return inner && isFromServer(inner) && recipientsOf(inner).length > 0 ? inner : undefined;
}

/** The statements of the fields come first; the text tells what they leave open. */
function recipientsOf(mail: ReportMail): RecipientReport[] {
  const blocks = readDeliveryStatus(mail);
  const mentions = mentionsIn(mail);
  if (blocks.length === 0 && isFilterRefusal(mail)) return readFilterRefusal(mail, mentions);
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
  const { recipient, finalRecipient } = expanded(addressesOf(block, mail), mail, mentions);
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
 * Chooses the address that the mail was sent to: the one which the returned mail names, else the original one. Servers
 * behind a forward write their own address as the final one.
 */
function addressesOf({ final, original }: StatusBlock, { sentTo, sentFrom }: ReportMail): Partial<RecipientReport> {
  const isOurs = original !== undefined && sentFrom.has(original.toLowerCase()) && !sentTo.has(original.toLowerCase());
  if (isOurs && final !== undefined) return { recipient: final };
  const only = original ?? final;
  const isSender = only !== undefined && sentFrom.has(only.toLowerCase()) && !sentTo.has(only.toLowerCase());
  if (isSender && (original === undefined || final === undefined) && sentTo.size === 1)
    return { recipient: [...sentTo][0]! };
  if (original === undefined || final === undefined) return { recipient: original ?? final };
  if (original.toLowerCase() === final.toLowerCase()) return { recipient: original };
  const finalIsOurs = sentTo.has(final.toLowerCase()) && !sentTo.has(original.toLowerCase());
  return finalIsOurs ? { recipient: final } : { recipient: original, finalRecipient: final };
}

/** The alias that the mail was sent to, where only the text tells it. */
function expanded(
  { recipient, finalRecipient }: Partial<RecipientReport>,
  mail: ReportMail,
  mentions: readonly Mention[],
): Partial<RecipientReport> {
  const alias =
    recipient !== undefined && finalRecipient === undefined ? aliasOf(recipient, mail, mentions) : undefined;
  return alias === undefined ? { recipient, finalRecipient } : { recipient: alias, finalRecipient: recipient };
}

/** Whether the mail comes from a user's mailbox: an answer, a forwarded mail, an absence notice or a read receipt. */
function isAnswer(mail: ReportMail): boolean {
  const { headers, subject, parts } = mail;
  if (headers.has('x-failed-recipients') || isFromDaemon(mail) || isReport(mail))
    return AUTOMATIC_SUBJECT.test(subject);
  return (
    /^\s*(?:re|fwd?|aw|wg|enc|res):/i.test(subject) ||
    /^\s*auto-replied/i.test(headers.get('auto-submitted') ?? '') ||
    /^\s*auto[_-]?reply/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply-from'].some((name) => headers.has(name)) ||
    AUTOMATIC_SUBJECT.test(subject.slice(0, 200)) ||
    parts('message/disposition-notification').length > 0
  );
}
