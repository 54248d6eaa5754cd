import { CallCounter } from '#libs/core/limits';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** Limits of the plan `free`. */
const FREE_EMAILS = 3_000;
const FREE_CALLS_A_MINUTE = { send: 120, read: 600 };

/** A tenant that has sent all the e-mails of its month. */
export async function tenantWithoutQuota(stack: PlatformStack): Promise<TestTenant> {
  const tenant = await stack.createTenant();
  await tenant.setPlan('free');
  await stack.sql(
    `insert into usage_counter (tenant_id, period, emails_sent) values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), $2)`,
    [tenant.id, FREE_EMAILS],
  );
  return tenant;
}

/** A tenant that has made all the calls of this minute which may send, or which read. */
export async function tenantWithoutCalls(
  stack: PlatformStack,
  kind: keyof typeof FREE_CALLS_A_MINUTE = 'send',
): Promise<TestTenant> {
  const tenant = await stack.createTenant();
  await tenant.setPlan('free');
  const limit = FREE_CALLS_A_MINUTE[kind];
  await stack.app.get(CallCounter, { strict: false }).count('calls', limit, `${kind}:${tenant.id}`, limit);
  return tenant;
}
