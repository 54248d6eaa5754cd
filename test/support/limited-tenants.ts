import { CallCounter } from '#libs/core/limits';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** Limits of the plan `free`. */
const FREE_EMAILS = 3_000;
const FREE_SENDS_A_MINUTE = 120;

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

/** A tenant that has made all the calls which may send in this minute. */
export async function tenantWithoutCalls(stack: PlatformStack): Promise<TestTenant> {
  const tenant = await stack.createTenant();
  await tenant.setPlan('free');
  const counter = stack.app.get(CallCounter, { strict: false });
  await counter.count('calls', FREE_SENDS_A_MINUTE, `send:${tenant.id}`, FREE_SENDS_A_MINUTE);
  return tenant;
}
