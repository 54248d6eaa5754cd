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

/** Says whether relays take instructions from a header; its name is in lower case. */
export const isForRelays = (name: string): boolean => FOR_RELAYS.test(name);

/** Whether a tenant may add this header to its e-mails: X- headers, those of mailings, and a few others. */
export function mayAddHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (isReservedHeader(lower) || isForRelays(lower)) return false;
  return lower.startsWith('x-') || lower.startsWith('list-') || ALLOWED.has(lower);
}
