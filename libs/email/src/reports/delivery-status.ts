import { classify, moreSpecificStatus, smtpCodeIn } from './classify.js';
import { addressIn, readBlocks, type Fields } from './fields.js';
import type { RecipientReport, ReportedAction } from './report.js';

const MAX_DIAGNOSTIC = 500;
const MAX_RECIPIENTS = 100;

const ACTIONS: ReadonlySet<string> = new Set(['failed', 'delayed', 'delivered', 'relayed', 'expanded']);

/** The class of a status says what happened, where the action is missing or a word of the server's own. */
const ACTION_OF_CLASS: Record<string, ReportedAction> = { 2: 'delivered', 4: 'delayed', 5: 'failed' };

/**
 * Reads the `message/delivery-status` part of a DSN (RFC 3464, section 2). A block of fields is a recipient's when it
 * has a field that only recipients have: some servers forget the empty line that ends the part about the whole mail.
 */
export function readDeliveryStatus(text: string): RecipientReport[] {
  return readBlocks(text).filter(isOfRecipient).slice(0, MAX_RECIPIENTS).flatMap(toRecipientReport);
}

const isOfRecipient = (fields: Fields) =>
  fields.has('final-recipient') || fields.has('original-recipient') || fields.has('action') || fields.has('status');

function toRecipientReport(fields: Fields): RecipientReport[] {
  const code = fields.get('diagnostic-code');
  const diagnostic = code && oneLine(code.replace(/^[\w-]{1,40}\s?;/, ''));
  const written = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.slice(0, 100) ?? '')?.[0];
  const status = moreSpecificStatus(written, diagnostic ?? '');
  const action = actionOf(fields.get('action'), status);
  if (!action) return [];
  return [
    reportOf(action, {
      recipient: addressIn(fields.get('final-recipient')) ?? addressIn(fields.get('original-recipient')),
      originalRecipient: addressIn(fields.get('original-recipient')),
      status,
      diagnostic,
    }),
  ];
}

function actionOf(field: string | undefined, status: string | undefined): ReportedAction | undefined {
  const word = /^[a-z]+/.exec(field?.trim().toLowerCase() ?? '')?.[0];
  if (word !== undefined && ACTIONS.has(word)) return word as ReportedAction;
  return ACTION_OF_CLASS[status?.[0] ?? ''];
}

/** A report with the codes that stand in the server's words, and the kind of failure that they make. */
export function reportOf(
  action: ReportedAction,
  said: { recipient?: string; originalRecipient?: string; status?: string; diagnostic?: string },
): RecipientReport {
  const { recipient, originalRecipient, status, diagnostic } = said;
  const smtpCode = diagnostic === undefined ? undefined : smtpCodeIn(diagnostic);
  return {
    action,
    type: classify({ status, smtpCode, diagnostic }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(originalRecipient === undefined ? {} : { originalRecipient }),
    ...(status === undefined ? {} : { status }),
    ...(smtpCode === undefined ? {} : { smtpCode }),
    ...(diagnostic ? { diagnostic } : {}),
  };
}

/** A text on one line, without control characters, cut to what a timeline shows. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a server's words may hold anything
  return text
    .slice(0, 4 * MAX_DIAGNOSTIC)
    .replace(/[\0-\x20\x7f]+/g, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC);
}
