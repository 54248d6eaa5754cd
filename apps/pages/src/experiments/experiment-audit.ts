import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditFields } from '#libs/core/audit';
import type { WholeExperiment } from './experiment.repository.js';

type ExperimentEvent = 'created' | 'changed' | 'started' | 'stopped' | 'promoted' | 'deleted';

/** Records what happened to an experiment. */
export async function auditExperiment(
  tx: EntityManager,
  what: ExperimentEvent,
  experiment: WholeExperiment,
  before?: WholeExperiment,
): Promise<void> {
  await recordAudit(tx, {
    action: `experiment.${what}`,
    object: { type: 'experiment', id: experiment.id },
    tenantId: experiment.tenantId,
    ...(before && { before: fieldsOf(before) }),
    ...(what !== 'deleted' && { after: fieldsOf(experiment) }),
  });
}

const fieldsOf = ({
  pageId,
  name,
  status,
  phase,
  balanceFloor,
  promotedId,
  variants,
}: WholeExperiment): AuditFields => ({
  pageId,
  name,
  status,
  phase,
  balanceFloor,
  promotedId,
  variants: variants.map(({ id, version, weight }) => `${id} v${version}: ${weight}`).join(', '),
});
