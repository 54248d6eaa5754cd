import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource, ESTIMATE_TENANTS, newId } from '#libs/core/persistence';
import { findKnown } from '../../apps/mail/src/mailbox-rules/label-rules/correspondence.sql.js';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';
import { MAILBOX, MAILS } from './filled-lists.js';
import { rowsReadBy } from './rows-read.js';

const OWN = newId('acc');
const SENDER = { tenantId: OWN, mailboxId: MAILBOX, threadId: randomUUID(), sender: 'nobody@example.test' };

let migrated: MigratedDatabase | undefined;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  await migrated?.close();
  [migrated, stop] = [undefined, undefined];
});

describe('a mailbox with many messages, where mailboxes have few on average', () => {
  it('is not read for a message that comes in, to find whether its sender is known', async () => {
    migrated = await migratedDatabase('mail');
    const { admin, database } = migrated;
    for (const table of MAILS.tables) await admin.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await admin.query('set session_replication_role = replica');
    await MAILS.fill(admin, newId('acc'), 2_000, false);
    await admin.query(
      `update mail_message set mailbox_id = ('00000000-0000-4000-8000-' || lpad((abs(hashtext(id::text)) % 100)::text, 12, '0'))::uuid`,
    );
    await admin.query(`vacuum analyze ${MAILS.tables.join(', ')}`);
    await MAILS.fill(admin, OWN, 5_000, false);
    await admin.query(ESTIMATE_TENANTS);
    const source = await createDataSource({ url: database.url, applicationName: 'spec' }).initialize();
    stop = () => source.destroy();
    const { rows, scans } = await rowsReadBy(source, OWN, (_, hot) => findKnown(hot, [SENDER]));
    expect([rows <= 4, scans]).toEqual([true, scans]);
  });
});
