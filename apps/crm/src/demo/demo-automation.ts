import type { EntityManager } from 'typeorm';
import { Outbox, RelayWakeup } from '#libs/core/jobs';
import type { Database, TenantId } from '#libs/core/persistence';
import { AlertRepository } from '../alerts/alert.repository.js';
import { WatchedTenants } from '../contact-changes/watched-tenants.js';
import { JourneyRepository } from '../journeys/definition/journey.repository.js';
import { Journey } from '../journeys/definition/journey.entity.js';
import { FILL_SEGMENT_JOB } from '../segments/segment-jobs.js';
import { SEGMENT_WATCHER } from '../segments/segments.service.js';
import { SegmentRepository } from '../segments/segment.repository.js';
import { DEMO_JOURNEY } from './demo-journey.js';

const NEW_LEADS = {
  name: 'Leads novos',
  isList: false,
  criteria: {
    conjunction: 'and',
    criteria: [
      { field: 'estagio', operator: 'equals', value: 'novo' },
      { field: 'criado_em', operator: 'inLastDays', value: 30 },
    ],
  },
} as const;

const SILENCE = {
  name: 'Um dia sem leads',
  type: 'no-leads',
  threshold: 24,
  windowMinutes: 60,
  destinationId: null,
  active: true,
} as const;

/**
 * Gives an account a journey that is off, a segment and an alert. An account that has had a journey keeps what it has: its
 * users may have deleted the rest.
 */
export async function createDemoAutomation(database: Database, tenantId: TenantId): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    const journeys = new JourneyRepository();
    await journeys.lockAndCount(tx, tenantId);
    if (await tx.existsBy(Journey, { tenantId })) return;
    await journeys.insert(tx, tenantId, DEMO_JOURNEY);
    await new AlertRepository().insert(tx, tenantId, SILENCE, new Date());
    await createSegment(tx, new Outbox(database, new RelayWakeup()), tenantId);
  });
}

async function createSegment(tx: EntityManager, outbox: Outbox, tenantId: TenantId): Promise<void> {
  const { id, version } = await new SegmentRepository().insert(tx, tenantId, NEW_LEADS);
  await outbox.enqueue(tx, FILL_SEGMENT_JOB, [{ tenantId, payload: { segmentId: id, version } }]);
  await new WatchedTenants().watch(tx, tenantId, SEGMENT_WATCHER);
}
