// A worker in a separate process, which one of its jobs kills: for a test that starts it again and again.
import { type Servers, startWorker } from './jobs-process.js';

/** The number of the job that kills its process. */
export const FATAL = 13;

if (process.argv[2]) {
  await startWorker(JSON.parse(process.argv[2]) as Servers, async (batch, database) => {
    if (batch.jobs.some(({ payload }) => payload.n === FATAL)) process.kill(process.pid, 'SIGKILL');
    const ids = batch.jobs.map(({ id }) => id);
    await database.tenant(batch.tenantId, (tx) => batch.complete(tx, ids));
  });
}
