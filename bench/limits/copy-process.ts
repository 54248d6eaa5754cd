// The limit beside `batch`: COPY of the same rows into the same tables, one transaction a batch.
import pg from 'pg';
import { answerParent } from '../support/helper-process.js';
import type { BenchTenant } from '../support/platform.js';
import { copyBatch, requestsFor } from './copy-rows.js';

export interface CopyRun {
  databaseUrl: string;
  tenant: BenchTenant;
  batch: number;
  connections: number;
  seconds: number;
}

/** Messages per second. */
async function run({ databaseUrl, tenant, batch, connections, seconds }: CopyRun): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const requests = requestsFor(tenant, batch);
  const started = performance.now();
  const end = started + seconds * 1_000;
  const copyUntilEnd = async () => {
    let batches = 0;
    const client = await pool.connect();
    for (; performance.now() < end; batches += 1) await copyBatch(client, tenant, requests);
    client.release();
    return batches;
  };
  const batches = await Promise.all(Array.from({ length: connections }, copyUntilEnd));
  const took = (performance.now() - started) / 1_000;
  await pool.end();
  return (batches.reduce((sum, one) => sum + one, 0) * batch) / took;
}

answerParent({ run });
