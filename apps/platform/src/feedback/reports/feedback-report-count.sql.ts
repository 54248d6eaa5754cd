import { maybe, type SqlExecutor } from '#libs/core/persistence';
import type { MessageRef } from '../return-paths/return-path.js';

/** Counts a report of a message; false, and counts nothing, if `limit` reports were counted before. */
export async function countReport(
  tx: SqlExecutor,
  { tenantId, messageId }: MessageRef,
  limit: number,
): Promise<boolean> {
  const counted = await maybe(
    tx,
    `insert into feedback_report_count as known (tenant_id, message_id, reports) values ($1, $2, 1)
     on conflict (tenant_id, message_id) do update set reports = known.reports + 1 where known.reports < $3
     returning reports`,
    [tenantId, messageId, limit],
  );
  return counted !== undefined;
}
