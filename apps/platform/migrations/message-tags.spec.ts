import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMigrationSource,
  firstIdAt,
  monthAfter,
  monthlyPartitionSql,
  partitionName,
} from '#libs/core/persistence';
import { migratedDatabase, type MigratedDatabase } from '../../../test/support/schema.js';
import { migrate } from '../src/migrate.js';
import { MessageTagMonths1798295000000 } from './1798295000000-message-tag-months.js';
import { migrations } from './index.js';

const NOW = new Date();
const BEFORE = monthAfter(NOW, -1);

let schema: MigratedDatabase;

beforeEach(async () => {
  schema = await migratedDatabase('platform');
});
afterEach(() => schema?.close());

async function revertUntil(isReverted: (applied: string[]) => boolean): Promise<void> {
  const source = await createMigrationSource(schema.database.ownerUrl, migrations).initialize();
  try {
    const applied = async () => (await source.query<{ name: string }[]>('select name from migration')).map(nameOf);
    while (!isReverted(await applied())) await source.undoLastMigration({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

const nameOf = ({ name }: { name: string }): string => name;

async function insertTagged(id: string): Promise<string> {
  await schema.admin.query(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags)
     values ('acc_1', $1, 'email', 'sent', 'live', 'a', 'b', '', $1, '{"kind":"welcome"}')`,
    [id],
  );
  return id;
}

async function tags(): Promise<Record<string, string>> {
  const { rows } = await schema.admin.query<{ id: string; tag: string; place: string }>(
    `select message_id as id, tag, tableoid::regclass::text as place from message_tag order by message_id`,
  );
  return Object.fromEntries(rows.map(({ id, tag, place }) => [`${tag} ${id}`, place]));
}

it('messages that were tagged before are found by their tags, in the months of the messages', async () => {
  await revertUntil((applied) => !applied.some((name) => name.startsWith('MessageSearch')));
  await schema.runner.query(monthlyPartitionSql({ table: 'message', name: 'message', ids: 'msg' }, BEFORE));
  const mail = await insertTagged(firstIdAt('msg', NOW));
  const old = await insertTagged(firstIdAt('msg', BEFORE));
  const text = await insertTagged(firstIdAt('sms', NOW));
  const distant = await insertTagged(firstIdAt('msg', monthAfter(NOW, 30)));
  await migrate(schema.database.ownerUrl);
  expect(await tags()).toEqual({
    [`kind:welcome ${mail}`]: partitionName({ name: 'message_tag' }, NOW),
    [`kind:welcome ${old}`]: partitionName({ name: 'message_tag' }, BEFORE),
    [`kind:welcome ${text}`]: partitionName({ name: 'message_tag_sms' }, NOW),
    [`kind:welcome ${distant}`]: 'message_tag_default',
  });
});

it('tags that lie in the default partition get into their months', async () => {
  await revertUntil((applied) => !applied.includes(MessageTagMonths1798295000000.name));
  const { rows } = await schema.admin.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'message_tag'::regclass and inhrelid <> 'message_tag_default'::regclass`,
  );
  for (const { name } of rows) await schema.admin.query(`drop table ${name}`);
  const mail = await insertTagged(firstIdAt('msg', NOW));
  await schema.admin.query(`insert into message_tag values ('acc_1', 'kind:welcome', $1)`, [mail]);
  await migrate(schema.database.ownerUrl);
  expect(await tags()).toEqual({ [`kind:welcome ${mail}`]: partitionName({ name: 'message_tag' }, NOW) });
});
