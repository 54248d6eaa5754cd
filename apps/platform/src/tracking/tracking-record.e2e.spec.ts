import { beforeAll, describe, expect, it } from 'vitest';
import { Database, type Id, newId } from '#libs/core/persistence';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import type { TrackedEvent } from './tracked-event.js';
import { TrackingRecorder } from './tracking-recorder.js';
import { TrackingRepository } from './tracking.repository.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let recorder: TrackingRecorder;

beforeAll(async () => {
  recorder = stack.app.get(TrackingRecorder, { strict: false });
});
const URL = 'https://shop.test/';

async function messages(count: number, tenant = acme): Promise<Id<'msg'>[]> {
  const ids = Array.from({ length: count }, () => newId('msg'));
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
     select $1, id, 'email', 'sent', 'live', 'a@a.test', 'b@b.test', 'Hello', id from unnest($2::text[]) as id`,
    [tenant.id, ids],
  );
  return ids;
}

const clicked = (messageId: Id<'msg'>, fields: Partial<TrackedEvent> = {}): TrackedEvent => ({
  type: 'clicked',
  ref: { tenantId: acme.id, messageId },
  url: URL,
  occurredAt: new Date(),
  userAgent: 'Browser',
  machine: false,
  ...fields,
});

/** The statements that touch what events write. */
const OF_EVENTS = /message_event|_total|update message/;

async function recordAll(events: TrackedEvent[]): Promise<void> {
  for (const event of events) recorder.record(event);
  await recorder.beforeApplicationShutdown();
}

const eventsOf = (ids: string[]) =>
  stack.sql<{ message_id: string; type: string }>(
    `select message_id, type from message_event where message_id = any($1) order by id`,
    [ids],
  );

describe('the record of clicks that come together', () => {
  it('is read for repetitions and for readers, written and counted with a statement each, however many they are; no message is updated', async () => {
    const ids = await messages(300);
    const versions = () =>
      stack.sql(`select id, xmin::text, updated_at from message where id = any($1) order by id`, [ids]);
    const before = await versions();
    const statements = await statementsOf(() => recordAll(ids.map((id) => clicked(id))), OF_EVENTS);
    expect(statements).toHaveLength(4);
    expect(await eventsOf(ids)).toHaveLength(300);
    expect(await versions()).toEqual(before);
    const totals = await stack.sql<{ span: string; count: string }>(
      `select span, count from event_total where tenant_id = $1 and event = 'clicked' order by span`,
      [acme.id],
    );
    expect(totals).toEqual([
      { span: 'day', count: '300' },
      { span: 'hour', count: '300' },
    ]);
  });

  it('has all that happened to one message', async () => {
    const [id] = await messages(1);
    await recordAll([clicked(id!), clicked(id!, { url: 'https://shop.test/b' }), clicked(id!, { machine: true })]);
    expect(await eventsOf([id!])).toHaveLength(3);
  });

  it('leaves out messages that do not exist', async () => {
    const [id] = await messages(1);
    await recordAll([clicked(newId('msg')), clicked(id!)]);
    expect((await eventsOf([id!])).map(({ type }) => type)).toEqual(['clicked']);
  });

  it('is written before a process that is stopped exits', async () => {
    const ids = await messages(1_200);
    for (const id of ids) recorder.record(clicked(id));
    expect(await eventsOf(ids)).toHaveLength(0);
    await recorder.beforeApplicationShutdown();
    expect(await eventsOf(ids)).toHaveLength(1_200);
  });
});

describe('what another process has recorded', () => {
  it('is deduplicated, by reader or machine and by link', async () => {
    const [id] = await messages(1);
    const occurredAt = new Date();
    await recordAll([clicked(id!, { occurredAt })]);
    const after = (seconds: number) => new Date(occurredAt.getTime() + seconds * 1_000);
    const asked = [
      clicked(id!, { occurredAt: after(-3) }),
      clicked(id!, { occurredAt: after(9.9) }),
      clicked(id!, { occurredAt: after(10) }),
      clicked(id!, { occurredAt, machine: true }),
      clicked(id!, { occurredAt, url: 'https://shop.test/b' }),
      clicked(id!, { occurredAt, type: 'opened', url: undefined }),
      clicked((await messages(1))[0]!, { occurredAt }),
    ];
    const repository = stack.app.get(TrackingRepository, { strict: false });
    const database = stack.app.get(Database, { strict: false });
    expect(await database.tenant(acme.id, (tx) => repository.listNew(tx, acme.id, asked))).toEqual(asked.slice(2));
    const other = await stack.createTenant();
    expect(await database.tenant(other.id, (tx) => repository.listNew(tx, other.id, asked.slice(0, 1)))).toHaveLength(
      1,
    );
  });
});
