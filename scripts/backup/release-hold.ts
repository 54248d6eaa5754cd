// `npm run release-hold`: lets the queues of a restored installation run; with --status shows their holds.
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { recordAudit } from '#libs/core/audit';
import { withClient } from '#libs/test/embedded';
import { currentHold, holdQueues, type PendingChoice, releaseQueues } from '#libs/core/jobs';
import { DUE_DELETIONS } from './catalogue.sql.js';
import { actAsSystem, adminUrlOf } from './dump.js';
import { DATABASES } from '../stack/apps.js';
import { openPlace } from './place.js';

const USAGE = `npm run release-hold -- [--cancel-pending | --send-pending | --status | --hold <reason>] [--database <name>]

What was accepted after the restore is sent. For what had waited when the backup was made, and may have been sent since:
  --cancel-pending   leaves it out and records it as failed (default: nothing is sent twice)
  --send-pending     sends it
What is due in the future stays in either case.

  --status           shows the holds, and what the release deletes for good; changes nothing
  --hold <reason>    puts the queues on hold, before the apps start: after a restore by other means
  --database <name>  one database; all if absent`;

const OPTIONS = {
  'cancel-pending': { type: 'boolean' },
  'send-pending': { type: 'boolean' },
  status: { type: 'boolean' },
  hold: { type: 'string' },
  database: { type: 'string' },
} as const;

type Work = (client: pg.Client) => Promise<string>;

async function status(client: pg.Client): Promise<string> {
  const hold = await currentHold(client);
  if (!hold) return 'not on hold';
  const backup = hold.backupAt ? `, backup of ${hold.backupAt.toISOString()}` : '';
  const release = hold.pending ? `; is being released (${hold.pending}), ${hold.cancelled} jobs cancelled so far` : '';
  const due = (await dueDeletions(client)).map((line) => `\n  deletes at the release: ${line}`);
  return `on hold since ${hold.heldAt.toISOString()}: ${hold.reason}${backup}${release}${due.join('')}`;
}

/** Only identity has any. */
async function dueDeletions(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(`select where to_regclass('account_deletion') is not null`);
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ what: string; dueAt: Date }>(DUE_DELETIONS);
  return rows.map(({ what, dueAt }) => `${what}, due since ${dueAt.toISOString()}`);
}

const putOnHold =
  (reason: string) =>
  async (client: pg.Client): Promise<string> => {
    const { id } = await holdQueues(client, reason, null);
    await recordAudit(client, { action: 'queue_hold.made', object: { type: 'queue_hold', id }, reason });
    return 'on hold';
  };

const release =
  (pending: PendingChoice) =>
  async (client: pg.Client): Promise<string> => {
    const hold = await releaseQueues(client, pending);
    if (!hold) return status(client);
    const object = { type: 'queue_hold', id: hold.id };
    await recordAudit(client, { action: 'queue_hold.released', object, after: { pending } });
    return `released (${pending}); a process that runs its queues does it within seconds`;
  };

async function inTransaction(adminUrl: string, name: string, work: Work): Promise<string> {
  return withClient(adminUrlOf(adminUrl, name), async (client) => {
    await client.query('begin');
    await actAsSystem(client, name);
    const said = await work(client);
    await client.query('commit');
    return said;
  });
}

function workOf(values: ReturnType<typeof read>): Work {
  if (values['cancel-pending'] && values['send-pending']) throw new Error(USAGE);
  if (values.status) return status;
  if (values.hold !== undefined) return putOnHold(values.hold);
  return release(values['send-pending'] ? 'send' : 'cancel');
}

const read = () => parseArgs({ options: OPTIONS }).values;

async function main(): Promise<void> {
  const values = read();
  const work = workOf(values);
  const names = values.database ? [values.database] : DATABASES;
  if (names.some((name) => !DATABASES.includes(name))) throw new Error(`Databases: ${DATABASES.join(', ')}`);
  const [place] = await openPlace(process.env, false);
  try {
    for (const name of names) {
      console.log(`${name.padEnd(10)} ${await inTransaction(place.adminUrl, name, work)}`);
    }
  } finally {
    await place.close();
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
