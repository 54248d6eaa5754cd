import type { EntityManager } from 'typeorm';
import { ENSURE_PARTITION } from './partitions.sql.js';
import { comingPartitions, TRAFFIC_SERIES } from './traffic-series.js';

/** Makes the partitions of now and of the next days; runs as the owner, with every migration. */
export async function ensureTrafficPartitions(tx: EntityManager, now: Date): Promise<void> {
  for (const series of TRAFFIC_SERIES)
    for (const first of comingPartitions(series, now)) await tx.query(ENSURE_PARTITION, [series.table, first]);
}
