import { isReservedHeader } from '#libs/mail/email';

/** Headers with a meaning for the reader or for the mailing. */
const ALLOWED = new Set([
  'archived-at',
  'auto-submitted',
  'comments',
  'disposition-notification-to',
  'expires',
  'feedback-id',
  'importance',
  'in-reply-to',
  'keywords',
  'organization',
  'precedence',
  'priority',
  'references',
  'sensitivity',
  'thread-index',
  'thread-topic',
]);

/** Headers by which relays take recipients or instructions. */
const FOR_RELAYS = /^x-(?:smtpapi$|(?:mailgun|mandrill|mc|mj|msys|pm|ses|sg)-)/;

/** Whether a tenant may add this header to its e-mails: X- headers, those of mailings, and a few others. */
export function mayAddHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (isReservedHeader(lower) || FOR_RELAYS.test(lower)) return false;
  return lower.startsWith('x-') || lower.startsWith('list-') || ALLOWED.has(lower);
}
