import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Deeds of a person with the mails of a step, however often it came to it. */
export interface MailDeeds {
  enrollmentId: string;
  step: number;
  opened: boolean;
  clicked: boolean;
}

export async function listMailDeeds(
  tx: SqlExecutor,
  tenantId: TenantId,
  enrollmentIds: readonly string[],
  steps: readonly number[],
): Promise<MailDeeds[]> {
  return many(
    tx,
    `select enrollment_id as "enrollmentId", step, bool_or(opened_at is not null) as opened,
            bool_or(clicked_at is not null) as clicked
       from enrollment_step where tenant_id = $1 and enrollment_id = any($2) and step = any($3)
      group by enrollment_id, step`,
    [tenantId, [...enrollmentIds], [...steps]],
  );
}
