import type { PoolClient } from 'pg';
import { Problem } from '#libs/http';
import type { Channel } from '../messages/message.js';
import { planOf } from '../plans/plan.js';
import { acceptSubmissions } from './accept-statement.js';
import type { Sender } from './sender.js';
import type { Acceptance, Submission } from './submission.js';

/** How much of a channel the sender's plan grants a month; null is without a limit. @throws Problem PlanLimitExceeded */
export function quotaOf({ tenant }: Sender, channel: Channel): number | null {
  const quota = planOf(tenant.plan).quota[channel];
  if (quota === 0) throw new Problem('PlanLimitExceeded', { message: `The plan does not include ${channel}` });
  return quota;
}

export function quotaExceeded(now: Date): Problem {
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const seconds = Math.ceil((nextMonth - now.getTime()) / 1_000);
  return new Problem('QuotaExceeded', {
    message: 'The quota of this month is used up',
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * Accepts what the quotas leave room for, exactly: the counters of tenants with a quota are locked first, so that two
 * groups cannot both see the last message's worth. Without a quota among them this is {@link acceptSubmissions}.
 */
export async function acceptWithinQuota(client: PoolClient, submissions: readonly Submission[]): Promise<Acceptance[]> {
  const limited = submissions.filter(isLimited);
  if (limited.length === 0) return acceptSubmissions(client, submissions);
  const used = await lockUsage(client, [...new Set(limited.map(({ tenantId }) => tenantId))].sort());
  const outcomes = new Array<Acceptance>(submissions.length).fill('over-quota');
  // What one round does not accept for another reason leaves room for what it had no room for.
  for (let fitting = roomFor(submissions, outcomes, used); fitting.length > 0;) {
    const results = await acceptSubmissions(
      client,
      fitting.map((index) => submissions[index] as Submission),
    );
    for (const [n, index] of fitting.entries()) {
      outcomes[index] = results[n] as Acceptance;
      if (results[n] === 'accepted') use(submissions[index] as Submission, used);
    }
    fitting = results.every((result) => result === 'accepted') ? [] : roomFor(submissions, outcomes, used);
  }
  return outcomes;
}

type Used = Map<string, number>;

const isLimited = ({ quota, counted }: Submission): boolean => quota !== null && counted;
const counterOf = ({ tenantId, channel }: Submission): string => `${tenantId} ${channel}`;

/** The submissions not settled yet that fit, in their order, into what is left of their quotas. */
function roomFor(submissions: readonly Submission[], outcomes: readonly Acceptance[], used: Used): number[] {
  const planned = new Map(used);
  return [...submissions.keys()].filter((index) => {
    const submission = submissions[index] as Submission;
    if (outcomes[index] !== 'over-quota') return false;
    if (!isLimited(submission)) return true;
    const total = (planned.get(counterOf(submission)) ?? 0) + submission.messages.length;
    if (total > (submission.quota ?? Infinity)) return false;
    planned.set(counterOf(submission), total);
    return true;
  });
}

function use(submission: Submission, used: Used): void {
  used.set(counterOf(submission), (used.get(counterOf(submission)) ?? 0) + submission.messages.length);
}

async function lockUsage(client: PoolClient, tenantIds: readonly string[]): Promise<Used> {
  const period = `to_char(now() at time zone 'UTC', 'YYYY-MM')`;
  await client.query(
    `insert into usage_counter (tenant_id, period) select unnest($1::text[]), ${period} order by 1 on conflict do nothing`,
    [tenantIds],
  );
  const { rows } = await client.query<{ tenantId: string; email: string; sms: string; push: string }>(
    `select tenant_id as "tenantId", emails_sent as email, sms_sent as sms, push_sent as push
     from usage_counter where tenant_id = any($1::text[]) and period = ${period} order by tenant_id for update`,
    [tenantIds],
  );
  return new Map(
    rows.flatMap(({ tenantId, email, sms, push }): [string, number][] => [
      [`${tenantId} email`, Number(email)],
      [`${tenantId} sms`, Number(sms)],
      [`${tenantId} push`, Number(push)],
    ]),
  );
}
