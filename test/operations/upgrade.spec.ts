import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigrationSource } from '#libs/persistence';
import { SmtpSink } from '#libs/testing';
import { QueueHold1798250000000 } from '../../apps/platform/migrations/1798250000000-queue-hold.js';
import { Installation, newCredential } from '../support/installation.js';
import { emailTo } from '../support/sending-load.js';

const ROUNDS = 3;
const CALLERS = 4;

const home = mkdtempSync(join(tmpdir(), 'upgrade-'));
let mail: SmtpSink;
let installation: Installation;

beforeAll(async () => {
  mail = await SmtpSink.start();
  installation = await Installation.start({ home, smtpUrl: mail.url, databases: ['platform'] });
  await installation.startPlatform('api');
}, 240_000);
afterAll(async () => {
  await Promise.all([installation?.close(), mail?.stop()]);
  rmSync(home, { recursive: true, force: true });
});

/** Runs a migration which accepting can do without, or reverts it: so a process of either version meets either schema. */
async function migrate(direction: 'up' | 'down'): Promise<void> {
  const source = await createMigrationSource(installation.ownerUrl('platform'), []).initialize();
  try {
    await source.transaction((tx) => new QueueHold1798250000000()[direction](tx.queryRunner!));
  } finally {
    await source.destroy();
  }
}

it('a process that accepts mail serves every call while a migration is reverted and run again', async () => {
  const client = await installation.admit(newCredential());
  const statuses = new Map<number, number>();
  const load = new AbortController();
  const call = async (caller: number) => {
    for (let count = 0; !load.signal.aborted; count += 1) {
      const { status } = await client.post('/v1/emails/send', emailTo(`u${caller}-${count}@example.test`));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller));
  const accepted = () => statuses.get(202) ?? 0;
  const goesOn = async () => {
    const before = accepted();
    await expect.poll(accepted, { timeout: 10_000 }).toBeGreaterThan(before + 20);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await goesOn();
    await migrate('down');
    await goesOn();
    await migrate('up');
  }
  await goesOn();
  load.abort();
  await Promise.all(callers);
  expect([...statuses.keys()]).toEqual([202]);
  const [row] = await installation.sql<{ count: number }>('platform', 'select count(*)::int as count from message');
  expect(row?.count).toBe(accepted());
}, 90_000);
