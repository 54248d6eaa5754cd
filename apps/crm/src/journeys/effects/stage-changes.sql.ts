import { exec, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Contact } from '../../contacts/contact.entity.js';

type NewStage = Pick<Contact, 'id' | 'stage'>;

const STAGES = new RowParameters<NewStage>({
  id: { type: 'text', of: ({ id }) => id },
  stage: { type: 'text', of: ({ stage }) => stage },
});

/** Locks contacts in the order of their ids, as everything does that changes several. */
export async function updateStages(
  tx: SqlExecutor,
  tenantId: TenantId,
  stages: readonly NewStage[],
  now: Date,
): Promise<void> {
  const inOrder = stages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await exec(
    tx,
    `update contact set stage = given.stage, updated_at = $2, last_activity_at = $2
       from ${STAGES.sql(3)} as given where contact.tenant_id = $1 and contact.id = given.id`,
    [tenantId, now, ...STAGES.values(inOrder)],
  );
}
