import { expect, it } from 'vitest';
import { firstIdAt, monthAfter, partitionName } from '#libs/core/persistence';
import { migratedDatabase } from '../../../test/support/schema.js';
import { MonthsOfTextsAndPushes1796000030000 } from './1796000030000-months-of-texts-and-pushes.js';
import { useStack } from '../../../test/support/use-stack.js';

const schema = useStack(() => migratedDatabase('platform'));

async function insert(id: string): Promise<string> {
  await schema.admin.query(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
     values ('acc_1', $1, 'sms', 'sent', 'test', 'a', 'b', '', $1)`,
    [id],
  );
  await schema.admin.query(`insert into message_content (tenant_id, id, to_addresses) values ('acc_1', $1, '{}')`, [
    id,
  ]);
  return id;
}

async function placesOf(table: string): Promise<Record<string, string>> {
  const { rows } = await schema.admin.query<{ id: string; place: string }>(
    `select id, tableoid::regclass::text as place from ${table} order by id`,
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
}

it('moves what lies in the default partition into its month, and back', async () => {
  const { runner } = schema;
  const migration = new MonthsOfTextsAndPushes1796000030000();
  const now = new Date();
  const ids = {
    text: await insert(firstIdAt('sms', now)),
    oldText: await insert(firstIdAt('sms', new Date('2024-02-29T23:59:59.999Z'))),
    nextMonth: await insert(firstIdAt('sms', new Date('2024-03-01'))),
    push: await insert(firstIdAt('psh', now)),
    mail: await insert(firstIdAt('msg', now)),
    distant: await insert(firstIdAt('sms', monthAfter(now, 30))),
    odd: await insert('sms_~'),
  };
  await runner.startTransaction();
  await migration.down(runner);
  await runner.commitTransaction();
  for (const table of ['message', 'message_content']) {
    const places = await placesOf(table);
    expect([ids.text, ids.push, ids.oldText].map((id) => places[id])).toEqual(Array(3).fill(`${table}_default`));
    expect(places[ids.mail]).toBe(partitionName({ name: table }, now));
  }
  await runner.startTransaction();
  await migration.up(runner);
  await runner.commitTransaction();
  for (const table of ['message', 'message_content']) {
    expect(await placesOf(table)).toEqual({
      [ids.text]: partitionName({ name: `${table}_sms` }, now),
      [ids.oldText]: `${table}_sms_2024_02`,
      [ids.nextMonth]: `${table}_sms_2024_03`,
      [ids.push]: partitionName({ name: `${table}_psh` }, now),
      [ids.mail]: partitionName({ name: table }, now),
      [ids.distant]: `${table}_default`,
      [ids.odd]: `${table}_default`,
    });
  }
  // The parent still is the only way in: partitions are no one's but the owner's.
  const { rows } = await schema.admin.query(
    `select has_table_privilege('platform_app', 'message_sms_2024_02', 'select') as readable`,
  );
  expect(rows).toEqual([{ readable: false }]);
});
