import { classify, moreSpecificStatus, smtpCodeIn } from './classify.js';
import { addressIn, readBlocks, type Fields } from './fields.js';
import type { ReportMail } from './report-mail.js';
import type { RecipientReport, ReportedAction } from './report.js';

const MAX_DIAGNOSTIC = 500;
const MAX_RECIPIENTS = 100;

/** The action by its first letters: servers write `fail`, `failure`, `delay`, `deliverable` and `expired`, too. */
const ACTIONS: readonly [start: string, action: ReportedAction][] = [
  ['fail', 'failed'],
  ['expired', 'failed'],
  ['delay', 'delayed'],
  ['deliver', 'delivered'],
  ['relay', 'relayed'],
  ['expan', 'expanded'],
];

/** The action by the class of the status, if the field is missing or not one of the RFC. */
const ACTION_OF_CLASS: Record<string, ReportedAction> = { 2: 'delivered', 4: 'delayed', 5: 'failed' };

/** The fields that each recipient's block has once. */
const ONCE = new Set(['final-recipient', 'original-recipient', 'action', 'status']);

/** Block of a status part about one recipient, before the text of the report is consulted. */
export interface StatusBlock {
  action: ReportedAction | undefined;
  final: string | undefined;
  original: string | undefined;
  status: string | undefined;
  /** Without its type; empty if the block has none. */
  diagnostic: string;
}

/**
 * Parses the `message/delivery-status` parts of a DSN (RFC 3464, section 2), or the same fields where a server wrote them
 * into its text. A block of fields is a recipient's if it has a field of recipients: some servers omit the empty line after
 * the fields of the whole message.
 */
export function readDeliveryStatus(mail: ReportMail): StatusBlock[] {
  const parts = mail.parts('message/delivery-status', 'message/global-delivery-status', 'text/delivery-status');
  const blocks = parts.flatMap((part) => readBlocks(part, ONCE)).filter(isOfRecipient);
  const found = blocks.length > 0 ? blocks : readBlocks(mail.lines.join('\n'), ONCE).filter(isWholeBlock);
  return found.slice(0, MAX_RECIPIENTS).map(toStatusBlock);
}

const namesRecipient = (fields: Fields) => fields.has('final-recipient') || fields.has('original-recipient');
const hasOutcome = (fields: Fields) => fields.has('action') || fields.has('status');
const isOfRecipient = (fields: Fields) => namesRecipient(fields) || hasOutcome(fields);
const isWholeBlock = (fields: Fields) => namesRecipient(fields) && hasOutcome(fields);

function toStatusBlock(fields: Fields): StatusBlock {
  const diagnostic = longLine(fields.get('diagnostic-code')?.replace(/^[\w-]{1,40}\s?;/, '') ?? '');
  const written = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status')?.slice(0, 100) ?? '')?.[0];
  const status = moreSpecificStatus(written, diagnostic);
  return {
    action: actionOf(fields.get('action')),
    final: addressIn(fields.get('final-recipient')),
    original: addressIn(fields.get('original-recipient')),
    status,
    diagnostic,
  };
}

function actionOf(field: string | undefined): ReportedAction | undefined {
  const word = /^[a-z]+/.exec(field?.trim().toLowerCase() ?? '')?.[0] ?? '';
  return ACTIONS.find(([start]) => word.startsWith(start))?.[1];
}

/** The action that a status stands for, if there is no other statement. */
export const actionOfStatus = (status: string | undefined): ReportedAction | undefined =>
  ACTION_OF_CLASS[status?.[0] ?? ''];

/** Adds to a report the codes in the server's text and the kind of failure. */
export function reportOf(
  action: ReportedAction,
  said: { recipient?: string; finalRecipient?: string; status?: string; diagnostic: string; context?: string },
): RecipientReport {
  const { recipient, finalRecipient, status, diagnostic, context } = said;
  const smtpCode = smtpCodeIn(diagnostic);
  return {
    action,
    type: classify({ status, smtpCode, diagnostic, context }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(finalRecipient === undefined ? {} : { finalRecipient }),
    ...(status === undefined ? {} : { status }),
    ...(smtpCode === undefined ? {} : { smtpCode }),
    ...(diagnostic ? { diagnostic: diagnostic.slice(0, MAX_DIAGNOSTIC) } : {}),
  };
}

/** A text on one line, without control characters, cut to 2,000 characters: the reason may follow a page of explanation. */
export function longLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a server's text may contain anything
  return text
    .slice(0, 8 * MAX_DIAGNOSTIC)
    .replace(/[\0-\x20\x7f]+/g, ' ')
    .trim()
    .slice(0, 4 * MAX_DIAGNOSTIC);
}
