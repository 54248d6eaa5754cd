import { exec, many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { QuotaScale, QuotaWindow } from './quota.js';

/** Recipients that a tenant has used of each window. */
export type QuotaUse = Record<QuotaScale, number>;

const ADD_USE = prepared(
  'add-sending-use',
  `
    insert into sending_usage as u (tenant_id, scale, starts_on, used)
    select given.tenant_id, w.scale, w.starts_on, given.recipients
      from unnest($1::text[], $2::int[]) as given (tenant_id, recipients),
           unnest($3::text[], $4::date[]) as w (scale, starts_on)
     order by given.tenant_id, w.scale
    on conflict on constraint sending_usage__pk do update set used = u.used + excluded.used
    returning tenant_id as "tenantId", scale, used`,
);

/**
 * Adds recipients of tenants to the windows; gives what each has used then. The rows stay locked until the transaction ends.
 */
export async function addUse(
  tx: SqlExecutor,
  windows: readonly QuotaWindow[],
  recipients: ReadonlyMap<TenantId, number>,
): Promise<Map<TenantId, QuotaUse>> {
  const rows = await many<{ tenantId: TenantId; scale: QuotaScale; used: number }>(tx, ADD_USE, [
    [...recipients.keys()],
    [...recipients.values()],
    windows.map(({ scale }) => scale),
    windows.map(({ startsOn }) => startsOn),
  ]);
  const used = new Map<TenantId, QuotaUse>();
  for (const { tenantId, ...row } of rows)
    used.set(tenantId, { day: 0, month: 0, ...used.get(tenantId), [row.scale]: row.used });
  return used;
}

/** Takes back what `addUse` added. */
export async function subtractUse(
  tx: SqlExecutor,
  tenantId: TenantId,
  windows: readonly QuotaWindow[],
  recipients: number,
): Promise<void> {
  await exec(
    tx,
    `update sending_usage u set used = greatest(0, u.used - $4)
     from unnest($2::text[], $3::date[]) as w (scale, starts_on)
     where u.tenant_id = $1 and u.scale = w.scale and u.starts_on = w.starts_on`,
    [tenantId, windows.map(({ scale }) => scale), windows.map(({ startsOn }) => startsOn), recipients],
  );
}

/** Deletes windows that began before a day. Runs as the system role. */
export async function deleteUseBefore(tx: SqlExecutor, day: string): Promise<number> {
  return exec(tx, 'delete from sending_usage where starts_on < $1::date', [day]);
}
