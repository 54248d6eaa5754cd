import { SERVER_VERSION } from './postgres-version.sql.js';

const OLDEST = 18;

/** A Postgres that is too old for the product. */
export class OldPostgresError extends Error {}

/**
 * Refuses a Postgres that lacks what migrations need, before anything is made.
 * @param query of a connection
 * @throws OldPostgresError
 */
export async function assertPostgresVersion(query: (sql: string) => Promise<unknown>): Promise<void> {
  const answer = (await query(SERVER_VERSION)) as VersionRow[] | { rows: VersionRow[] };
  const [row] = Array.isArray(answer) ? answer : answer.rows;
  if (!row || row.major >= OLDEST) return;
  throw new OldPostgresError(`Postgres ${OLDEST} or newer is needed; this is ${row.version.split(' ')[0]}`);
}

interface VersionRow {
  version: string;
  major: number;
}

/** Runs a command that changes databases. Of an old Postgres it says so in a sentence, and the process ends with 1. */
export async function refusingOldPostgres(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OldPostgresError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
