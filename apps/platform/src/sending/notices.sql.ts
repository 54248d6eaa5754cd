import { exec, type SqlExecutor } from '#libs/core/persistence';
import { addEventTotalsSql } from '../event-counts/totals.sql.js';
import { addUsageSql, USAGE_PERIOD } from '../usage/usage-counter.sql.js';
import { limitExceeded } from './rejections.js';
import { Room, type Demand } from './room.js';

/**
 * Counts a text of the platform towards the quota and the day of the tenant that caused it, in a transaction of the tenant.
 * @throws Problem QuotaExceeded
 */
export async function countNotice(tx: SqlExecutor, demand: Demand): Promise<void> {
  const room = await Room.lock(tx, [demand]);
  const reached = room.limitReachedBy(demand);
  if (reached) throw limitExceeded(reached, new Date());
  await exec(tx, COUNT_NOTICE, [demand.tenantId]);
}

const COUNT_NOTICE = `
  with used as (${addUsageSql(`select $1, ${USAGE_PERIOD}, 0, 1, 1, 0, 0`)})
  ${addEventTotalsSql(`
  select $1, span, date_trunc(span, now(), 'UTC'), 'sms', 'accepted', 1 from unnest(array['day', 'hour']) as span`)}`;
