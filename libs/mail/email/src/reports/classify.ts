import type { BounceType } from './report.js';
import { wordingsIn } from './wordings.js';

/** A server's statements about a failure. */
export interface Failure {
  status?: string;
  smtpCode?: number;
  diagnostic?: string;
  /** Text of the report beside the diagnostic, such as the command that was answered. */
  context?: string;
}

/** Codes of RFC 3463 and its registry: bad mailbox, system or syntax; mailbox moved, null MX; disabled; no such host. */
const HARD_STATUS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.4.4']);

/** Codes among them that a server chooses for no other reason than an unknown mailbox. */
const MAILBOX_STATUS = new Set(['5.1.1', '5.1.6', '5.1.10']);

/** Codes of the same registry about the sender's address or domain. They say nothing about the recipient. */
const SENDER_STATUS = new Set(['5.1.7', '5.1.8', '5.7.27']);

/** A host or domain that takes no mail at all (RFC 7504). */
const NO_MAIL_CODES = new Set([521, 556]);

/** A program of the receiving server failed. Such programs name an unknown user for faults of their own. */
const LOCAL_FAULT =
  /\b(?:couldn[’']?t|could not|can(?:not|[’']t)|unable to|failed to) (?:create|open|lock|write|append|chdir|exec\w*)\b|\bcommand (?:died|failed)\b|\b(?:child|delivery agent)(?: process)? (?:exited|died|failed|crashed)|read-only file ?system|input\/output error|\block failure\b|error (?:while |when )?writing\b|permission denied|no such file or directory|segmentation fault|core dumped|command not found|exec format error|\bexecvp?\b|unknown mailer[- ]error|internal (?:software )?error|out of memory|invalid settings/i;

/** The exit code of an unknown user, which such a program gives on purpose. */
const NO_USER = /\bEX_NOUSER\b|\b(?:status|code|returned) 67\b/i;

const isLocalFault = (text: string): boolean => LOCAL_FAULT.test(text) && !NO_USER.test(text);

/** The server took the address and refused the mail: it has read the content by then. */
const AFTER_DATA = /(?:in reply to|after|following) (?:the )?end of data/i;

/** The server refused before it was told the recipient. */
const BEFORE_RECIPIENT =
  /(?:in reply to|after|following|response to)(?: the)? (?:mail from|ehlo|helo|initial|banner|starttls|connect)|\[mail_from\]|(?:rejected|refused) (?:the )?sender/i;

/**
 * The kind of a failure. Words count more than codes, because servers choose them with more care. In doubt the result is
 * `soft` or `block`, because `hard` blocks an address for ever.
 */
export function classify({ status, smtpCode, diagnostic = '', context = '' }: Failure): BounceType {
  const { full, refused, dnsTransient, transient, unknown } = wordingsIn(diagnostic);
  if (status !== undefined && SENDER_STATUS.has(status)) return 'block';
  if (full || dnsTransient || status?.endsWith('.2.2')) return 'soft';
  if (isTemporary(status, smtpCode)) return refused ? 'block' : 'soft';
  const all = `${diagnostic} ${context}`;
  if (refused || BEFORE_RECIPIENT.test(all)) return 'block';
  const mailbox = status !== undefined && MAILBOX_STATUS.has(status);
  if (transient && !mailbox) return 'soft';
  if (AFTER_DATA.test(all) && !mailbox) return 'soft';
  if (isLocalFault(all)) return 'soft';
  if (smtpCode !== undefined && NO_MAIL_CODES.has(smtpCode)) return status?.startsWith('5.7.') ? 'block' : 'hard';
  if (unknown || (status !== undefined && HARD_STATUS.has(status))) return 'hard';
  // Exchange Online's answer for an address that is not in its directory.
  if (status === '5.4.1' && /access denied/i.test(diagnostic)) return 'hard';
  return status?.startsWith('5.7.') ? 'block' : 'soft';
}

/** Whether the codes say that the failure passes; without an enhanced status the reply code counts. */
function isTemporary(status: string | undefined, smtpCode: number | undefined): boolean {
  return status === undefined ? smtpCode !== undefined && smtpCode < 500 : status.startsWith('4.');
}

/** The code in the text if it is more specific than the field (`x.0.0`); the field if the two contradict each other. */
export function moreSpecificStatus(field: string | undefined, diagnostic: string): string | undefined {
  const written = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(diagnostic)?.[1];
  if (field === undefined) return written;
  return written?.[0] === field[0] && field.endsWith('.0.0') ? written : field;
}

/** The SMTP reply code in a server's text. */
export function smtpCodeIn(diagnostic: string): number | undefined {
  const code = /(?:^|[\s(:;<>#'"[])([245][0-5]\d)(?=[\s\-:,;)\]]|$)/.exec(diagnostic)?.[1];
  return code === undefined ? undefined : Number(code);
}
