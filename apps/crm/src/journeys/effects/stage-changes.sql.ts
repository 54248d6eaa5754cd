import { exec, lockRowsSql, RowParameters, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Contact } from '../../contacts/contact.entity.js';

type NewStage = Pick<Contact, 'id' | 'stage'>;

const STAGES = new RowParameters<NewStage>({
  id: { type: 'text', of: ({ id }) => id },
  stage: { type: 'text', of: ({ stage }) => stage },
});

const KEYS = { id: '$2::text[]' };
const LOCK = lockRowsSql('contact', KEYS);

/** Locks contacts in the order of their ids, as everything does that changes several. */
export async function updateStages(
  tx: SqlExecutor,
  tenantId: TenantId,
  stages: readonly NewStage[],
  now: Date,
): Promise<void> {
  const ids = stages.map(({ id }) => id);
  await exec(tx, LOCK, [tenantId, ids]);
  await exec(
    tx,
    `update contact set stage = given.stage, updated_at = $3, last_activity_at = $3
       from ${STAGES.sql(4)} as given where ${rowsByKeys('contact', KEYS)} and contact.id = given.id`,
    [tenantId, ids, now, ...STAGES.values(stages)],
  );
}
