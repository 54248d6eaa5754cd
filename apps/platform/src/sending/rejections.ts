import { Problem } from '#libs/core/http';
import type { OverDailyLimit, OverLimit, SubmittedMessage } from './submission.js';

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
  const end = limit === 'over-quota' ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) : limit.resetsAt.getTime();
  const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1_000));
  return new Problem('QuotaExceeded', {
    message: limit === 'over-quota' ? 'The quota of this month is used up' : dailyLimitExceeded(limit),
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Message for a tenant whose daily limit leaves too little. */
export function dailyLimitExceeded({ dailyLimit, left, resetsAt }: OverDailyLimit): string {
  return `The daily limit of this account is ${dailyLimit} messages, and ${left} are left until ${resetsAt.toISOString()}`;
}
