import { exec, type SqlExecutor } from '#libs/persistence';
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
  with used as (
    insert into usage_counter as total (tenant_id, period, sms_sent, sms_segments)
    values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1, 1)
    on conflict (tenant_id, period) do update
      set sms_sent = total.sms_sent + 1, sms_segments = total.sms_segments + 1, updated_at = now()
  )
  insert into event_total as total (tenant_id, span, start, channel, event, count)
  select $1, span, date_trunc(span, now(), 'UTC'), 'sms', 'accepted', 1 from unnest(array['day', 'hour']) as span
  on conflict on constraint event_total__pk do update set count = total.count + 1`;
