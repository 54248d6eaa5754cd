import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { EnrollmentStep } from './enrollment-step.entity.js';
import type { Enrollment } from './enrollment.entity.js';
import { ENROLLMENT_COLUMNS } from './enrollment.sql.js';

/** The newest enrollments of each of these contacts. */
export async function listEnrollmentsOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
  limit: number,
): Promise<Enrollment[]> {
  return many(
    tx,
    `select newest.* from unnest($2::text[]) as asked (contact_id) cross join lateral (
       select ${ENROLLMENT_COLUMNS} from enrollment
        where tenant_id = $1 and contact_id = asked.contact_id order by id desc limit $3) as newest
      order by newest.id desc`,
    [tenantId, [...contactIds], limit],
  );
}

/** The newest steps of each of these enrollments, in the order of time. */
export async function listStepsOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  enrollmentIds: readonly string[],
  limit: number,
): Promise<EnrollmentStep[]> {
  return many(
    tx,
    `select newest.* from unnest($2::uuid[]) as asked (enrollment_id) cross join lateral (
       select tenant_id as "tenantId", enrollment_id as "enrollmentId", seq, step, outcome, at, detail,
              message_id as "messageId", opened_at as "openedAt", clicked_at as "clickedAt"
         from enrollment_step where tenant_id = $1 and enrollment_id = asked.enrollment_id
        order by seq desc limit $3) as newest
      order by newest."enrollmentId", newest.seq`,
    [tenantId, [...enrollmentIds], limit],
  );
}
