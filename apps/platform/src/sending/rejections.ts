import { Problem } from '#libs/core/http';
import {
  isOverQuota,
  type OverDailyLimit,
  type OverLimit,
  type OverQuota,
  type SubmittedMessage,
} from './submission.js';

const SUPPRESSED =
  'is suppressed: it bounced, complained, unsubscribed, was taken off by hand or belongs to an erased person';

/** Rejects a message to suppressed addresses; names each address and its field. */
export function suppressedAddress(
  messages: readonly Omit<SubmittedMessage, 'id'>[],
  addresses: readonly string[],
  why: string = SUPPRESSED,
): Problem {
  const fields = new Map(messages.map(({ recipient, field }) => [recipient, field]));
  const details = addresses.map((address) => ({
    Field: fields.get(address) ?? 'Destination',
    Message: `${address} ${why}`,
  }));
  const which = addresses.length === 1 ? 'a recipient is' : `${addresses.length} recipients are`;
  return new Problem('SuppressedAddress', { message: `Nothing was sent: ${which} suppressed`, details });
}

export function domainNotVerified(domain: string): Problem {
  return new Problem('DomainNotVerified', {
    message: `The domain ${domain} of Source is not verified for this account`,
    details: [{ Field: 'Source', Message: 'must be on a domain that the account has verified' }],
  });
}

/** Retry-After is the start of the next month or day (UTC). */
export function limitExceeded(limit: OverLimit, now: Date): Problem {
  const end = isOverQuota(limit) ? endOfMonth(now) : limit.resetsAt;
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000));
  return new Problem('QuotaExceeded', {
    message: limitMessage(limit, now),
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Message for a tenant whose quota or daily limit leaves too little: how large it is, how much is left and until when. */
export const limitMessage = (limit: OverLimit, now: Date): string =>
  isOverQuota(limit) ? quotaExceeded(limit, endOfMonth(now)) : dailyLimitExceeded(limit);

function quotaExceeded({ quota, left, needed, unit }: OverQuota, resetsAt: Date): string {
  const until = `until ${resetsAt.toISOString()}`;
  return `The quota of this month is ${quota} ${unit}, and ${left} are left ${until}; this takes ${needed}`;
}

const endOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));

function dailyLimitExceeded({ dailyLimit, left, resetsAt }: OverDailyLimit): string {
  return `The daily limit of this account is ${dailyLimit} messages, and ${left} are left until ${resetsAt.toISOString()}`;
}
