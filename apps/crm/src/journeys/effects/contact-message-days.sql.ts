import { entityColumns, exec, many, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ContactMessageDay } from './contact-message-day.entity.js';

export type MessageDay = Omit<ContactMessageDay, 'tenantId'>;

const DAYS = new RowParameters<MessageDay>(entityColumns(ContactMessageDay, { without: ['tenantId'] }));

export async function listMessageDays(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<MessageDay[]> {
  return many(
    tx,
    `select contact_id as "contactId", day::text, sent from contact_message_day
      where tenant_id = $1 and contact_id = any($2)`,
    [tenantId, [...contactIds]],
  );
}

/** Replaces the days of these contacts. */
export async function upsertMessageDays(
  tx: SqlExecutor,
  tenantId: TenantId,
  days: readonly MessageDay[],
): Promise<void> {
  if (days.length === 0) return;
  const columns = DAYS.names.join(', ');
  await exec(
    tx,
    `insert into contact_message_day (tenant_id, ${columns}) select $1, ${columns} from ${DAYS.sql(2)} as given
     order by contact_id
     on conflict on constraint contact_message_day__pk do update set day = excluded.day, sent = excluded.sent`,
    [tenantId, ...DAYS.values(days)],
  );
}
