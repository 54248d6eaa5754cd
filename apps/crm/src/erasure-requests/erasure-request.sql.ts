import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const RECORD_OUTCOME = `
  update erasure_request set outcome = outcome || jsonb_build_object($3::text, $4::jsonb)
   where tenant_id = $1 and id = $2 and outcome #>> array[$3::text, 'erasedAt'] is null`;

/** Adds the answer of an app to a request. The first answer of an app stays. */
export async function recordOutcome(
  tx: SqlExecutor,
  tenantId: TenantId,
  id: string,
  app: string,
  answer: { erasedAt: string },
): Promise<void> {
  await exec(tx, RECORD_OUTCOME, [tenantId, id, app, JSON.stringify(answer)]);
}
