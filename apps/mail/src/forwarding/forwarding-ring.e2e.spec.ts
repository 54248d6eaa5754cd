import { beforeEach, describe, expect, it } from 'vitest';
import { DnsSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { submit } from '../receiving/receiving.fixture.js';
import { rawTo, settled, stranger } from './forwarding.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const FORWARDS_A_DAY = 30;

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  mailStack({
    INBOUND_PORT: '0',
    DNS_SERVER: dns.server,
    FORWARDS_PER_DAY: String(FORWARDS_A_DAY),
  }),
);
let tenant: MailTenant;
let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];

beforeEach(async () => {
  tenant = await stack.createTenant();
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
});

const boxes = (count: number): Promise<Mailbox[]> =>
  Promise.all(
    Array.from({ length: count }, () => createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }])),
  );

async function forward({ id }: Mailbox, destinations: string[], keepsCopy = true): Promise<void> {
  const body = { enabled: true, destinations, keep_copy: keepsCopy };
  expect((await owner.put(`/mailboxes/${id}/forwarding`, body)).status).toBe(200);
  await stack.sql('update forwarding_address set confirmed_at = now(), link_id = null where mailbox_id = $1', [id]);
}

async function forwardByFilter({ id }: Mailbox, destinations: string[]): Promise<void> {
  for (const address of destinations) {
    const filter = { name: `To ${address}`, q: 'Lunch', actions: { forward_to: [address] } };
    expect((await owner.post(`/mailboxes/${id}/filters`, filter)).body).toMatchObject({ id: expect.any(String) });
  }
  await stack.sql('update forwarding_address set confirmed_at = now(), link_id = null where mailbox_id = $1', [id]);
}

/** How many messages each mailbox has. */
async function copies(all: readonly Mailbox[]): Promise<number[]> {
  const rows = await stack.sql<{ id: string; n: number }>(
    'select mailbox_id as id, count(*)::int as n from mail_message where tenant_id = $1 group by mailbox_id',
    [tenant.id],
  );
  return all.map(({ id }) => rows.find((row) => row.id === id)?.n ?? 0);
}

async function forwards(): Promise<number> {
  const [row] = await stack.sql<{ n: number }>(
    `select coalesce(sum(jsonb_array_length(recipients)), 0)::int as n from outgoing_message
      where tenant_id = $1 and kind = 'forward'`,
    [tenant.id],
  );
  return row!.n;
}

const everyOther = (all: readonly Mailbox[], index: number) =>
  all.filter((_, other) => other !== index).map(({ address }) => address);

/** Delivered at least once everywhere, and nothing more on its way. */
async function over(all: readonly Mailbox[]): Promise<void> {
  await waitUntil(async () => (await copies(all)).every((n) => n > 0), {
    timeoutMs: 30_000,
    what: 'a copy everywhere',
  });
  await settled(stack, tenant.id);
}

describe('mailboxes that all forward to each other', () => {
  it.each([
    ['by their settings', forward],
    ['by filters', forwardByFilter],
  ])('%s have a message once each, and forward it once', async (_, set) => {
    const all = await boxes(6);
    for (const [index, box] of all.entries()) await set(box, everyOther(all, index));
    expect(await submit(stack, { to: all[0]!.address, raw: rawTo(all[0]!.address) })).toMatch(/^250/);
    await over(all);
    expect(await copies(all)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await forwards()).toBeLessThanOrEqual(30);
  });

  it('have a message once that says neither its date nor an id', async () => {
    const all = await boxes(4);
    for (const [index, box] of all.entries()) await forward(box, everyOther(all, index));
    const raw = 'From: Ana <ana@sender.test>\r\nSubject: Lunch?\r\n\r\nHello\r\n';
    await submit(stack, { to: all[0]!.address, raw });
    await over(all);
    expect(await copies(all)).toEqual([1, 1, 1, 1]);
  });

  it('have a message once that came to all of them', async () => {
    const all = await boxes(3);
    for (const [index, box] of all.entries()) await forward(box, everyOther(all, index));
    await submit(stack, { to: all.map(({ address }) => address), raw: rawTo(all[0]!.address) });
    await over(all);
    expect(await copies(all)).toEqual([1, 1, 1]);
  });
});

describe('a message that came before', () => {
  it('is another one if it says something else', async () => {
    const [from, to] = (await boxes(2)) as [Mailbox, Mailbox];
    await forward(from, [to.address]);
    for (const body of ['One', 'Two', 'Three'])
      await submit(stack, { to: from.address, raw: rawTo(from.address, [], body) });
    await expect.poll(() => copies([to])).toEqual([3]);
  });

  it('is kept, and not dropped, if a stranger only says that it was forwarded', async () => {
    const [box] = (await boxes(1)) as [Mailbox];
    const raw = rawTo(box.address, [`X-Forwarding-Id: ${'a'.repeat(64)}.${'b'.repeat(43)}`]);
    await submit(stack, { to: box.address, raw });
    await submit(stack, { to: box.address, raw });
    await expect.poll(() => copies([box])).toEqual([2]);
  });
});

describe.each([
  ['by its settings', forward],
  ['by a filter', forwardByFilter],
])('a message that one mailbox forwards %s to another, and that comes there by itself, too', (_, set) => {
  let from: Mailbox;
  let to: Mailbox;
  beforeEach(async () => {
    [from, to] = (await boxes(2)) as [Mailbox, Mailbox];
    await set(from, [to.address]);
  });
  const arrive = async (box: Mailbox, raw: string) => {
    expect(await submit(stack, { to: box.address, raw })).toMatch(/^250/);
    await settled(stack, tenant.id);
  };

  it.each([
    ['after the forwarded copy', () => [from, to]],
    ['before the forwarded copy', () => [to, from]],
  ])('%s, is there once, with an id or without', async (_order, order) => {
    const [first, then] = order() as [Mailbox, Mailbox];
    const raw = rawTo(from.address);
    for (const [index, message] of [raw, raw.replace(/Message-ID: .*\r\n/, '')].entries()) {
      await arrive(first, message);
      await arrive(then, message);
      expect(await copies([from, to])).toEqual([index + 1, index + 1]);
    }
  });

  it('is another one if it has the same id, and begins with the same words', async () => {
    const beginning = 'Lunch? '.repeat(200);
    const one = rawTo(from.address, [], `${beginning} One`);
    const orders = [() => [from, to], () => [to, from]];
    for (const [index, order] of orders.entries()) {
      const [first, then] = order() as [Mailbox, Mailbox];
      await arrive(first, one.replace('One', `One ${index}`));
      await arrive(then, one.replace('One', `Two ${index}`));
    }
    expect(await copies([to])).toEqual([4]);
  });

  it('is there beside a copy that went into quarantine', async () => {
    const raw = rawTo(from.address);
    await arrive(from, raw);
    await stack.sql(
      `update mail_message m set folder_id = f.id from folder f
        where m.mailbox_id = $1 and f.mailbox_id = m.mailbox_id and f.kind = 'quarantine'`,
      [to.id],
    );
    await arrive(to, raw);
    expect(await copies([to])).toEqual([2]);
  });
});

describe('a mailbox to which nothing was forwarded', () => {
  it('is asked for no copies when mail comes', async () => {
    const [box] = (await boxes(1)) as [Mailbox];
    const statements = await statementsOf(() => submit(stack, { to: box.address, raw: rawTo(box.address) }), /./);
    const asked = statements.filter((text) => text.includes('message_passage'));
    expect(asked).toEqual([expect.stringContaining('"hasForwards"')]);
  });
});

describe('an account that has forwarded as much as it may in a day', () => {
  it('keeps what comes where it is, and shows why', async () => {
    const [box] = (await boxes(1)) as [Mailbox];
    const destinations = Array.from({ length: 5 }, stranger);
    await forward(box, destinations, false);
    for (let n = 0; n < 7; n += 1) await submit(stack, { to: box.address, raw: rawTo(box.address) });
    await waitUntil(async () => (await copies([box]))[0] === 7);
    await settled(stack, tenant.id);
    expect(await forwards()).toBe(FORWARDS_A_DAY);
    const kinds = await stack.sql<{ kind: string }>(
      `select f.kind from mail_message m join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
        where m.mailbox_id = $1 order by m.id`,
      [box.id],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([...Array<string>(6).fill('trash'), 'inbox']);
    const { body } = await owner.get(`/mailboxes/${box.id}/forwarding`);
    expect(body.destinations[0].last_failure).toContain('quota');
  });
});
