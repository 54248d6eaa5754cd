import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { startSmppServer, type Verdict } from '../../../../libs/messaging/sms/test-support/smpp-server.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const RECEIPT = 0x04;
const OK = 0;
const THROTTLED = 0x58;
const INVALID_ADDRESS = 0x0b;

/** Handlers by number: the centre runs one before it answers a text to the number. */
const onSubmit = new Map<string, (carrierId: string, nth: number) => Promise<Verdict>>();

const hooks = useStack(() => HttpSink.start());
const centre = useStack(() =>
  startSmppServer({
    onSubmit: async ({ pdu, nth }) => (await onSubmit.get(pdu.destination_addr ?? '')?.(`m${nth}`, nth)) ?? {},
  }),
);
const stack = useStack(() =>
  platformStack({
    environment: { SMS_URL: centre.url, SMS_FROM: '+12025550100', OUTBOUND_ALLOW: hooks.host },
  }),
);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(async () => (await acme.createKey([], 'live')).client);

let count = 10;
const number = () => `+120255501${(count += 1)}`;
/** The number in the form of SMPP, without a plus. */
const bare = (to: string) => to.slice(1);

async function send(to: string, Body = 'Your code is 4711.'): Promise<string> {
  const { status, body } = await client.post('/v1/sms/send', { To: [to], Body });
  expect(status).toBe(202);
  return body.MessageId;
}

interface Detail {
  Message: { Status: string; Error: string | null };
  Events: { Type: string; Detail: Record<string, unknown> }[];
}

async function whenLastIs(type: string, id: string): Promise<Detail> {
  const session = await acme.session('member');
  const read = async () => (await session.get(`/api/messages/${id}`)).body as Detail;
  await waitUntil(async () => (await read()).Events.at(-1)?.Type === type);
  // The message and its timeline are two reads: of one that fits, both are there in the next.
  return read();
}

const timeline = ({ Events }: Detail) => Events.map(({ Type }) => Type);

function report(carrierId: string, state: string): Promise<{ command_status?: number }> {
  const dates = 'submit date:2611211200 done date:2611211201';
  const short_message = `id:${carrierId} sub:001 dlvrd:001 ${dates} stat:${state} err:000 text:`;
  return centre.deliver({ esm_class: RECEIPT, source_addr: '12025550143', short_message });
}

/** Reports like a carrier, again and again until the report is accepted. */
const reportUntilTaken = (carrierId: string, state: string) =>
  waitUntil(async () => (await report(carrierId, state)).command_status === OK);

const carrierIdOf = (detail: Detail) => String(detail.Events.find(({ Type }) => Type === 'sent')?.Detail['CarrierId']);

describe('a text by a carrier that speaks SMPP', () => {
  it('reaches it as written, from the sender of the installation, with a receipt asked for', async () => {
    const to = number();
    const detail = await whenLastIs('sent', await send(to, 'Olá – your code: 4711'));
    expect(detail.Message.Status).toBe('sent');
    expect(centre.texts().find((text) => text.to === bare(to))).toMatchObject({
      from: '12025550100',
      text: 'Olá – your code: 4711',
    });
    const submitted = centre.submitted.find(({ pdu }) => pdu.destination_addr === bare(to));
    expect(Number(submitted?.pdu.registered_delivery)).toBe(1);
  });

  it.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'undelivered'],
    ['REJECTD', 'failed'],
  ])('is what its receipt says: %s', async (state, status) => {
    const id = await send(number());
    await reportUntilTaken(carrierIdOf(await whenLastIs('sent', id)), state);
    const detail = await whenLastIs(status, id);
    expect([detail.Message.Status, timeline(detail)]).toEqual([status, ['queued', 'sent', status]]);
  });

  it('has one event of a receipt that comes five times at once', async () => {
    const id = await send(number());
    const carrierId = carrierIdOf(await whenLastIs('sent', id));
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(carrierId, 'DELIVRD')));
    expect(answers.map(({ command_status }) => command_status)).toEqual([OK, OK, OK, OK, OK]);
    expect(timeline(await whenLastIs('delivered', id))).toEqual(['queued', 'sent', 'delivered']);
  });

  it('is delivered although its receipt comes before the answer to it', async () => {
    const to = number();
    let early: Promise<unknown> | undefined;
    onSubmit.set(bare(to), async (carrierId) => {
      const first = await report(carrierId, 'DELIVRD');
      expect(first.command_status).not.toBe(OK);
      early = reportUntilTaken(carrierId, 'DELIVRD');
      return { messageId: carrierId };
    });
    const id = await send(to);
    expect(timeline(await whenLastIs('delivered', id))).toEqual(['queued', 'sent', 'delivered']);
    await early;
  });

  it('is delivered when its last part is, however it is cut', async () => {
    const id = await send(number(), 'x'.repeat(400));
    await whenLastIs('sent', id);
    const names = await stack.sql<{ carrierId: string; isLast: boolean }>(
      `select carrier_id as "carrierId", is_last as "isLast" from carrier_message where message_id = $1 order by is_last`,
      [id],
    );
    expect(names).toHaveLength(3);
    for (const { carrierId } of names.slice(0, 2)) await reportUntilTaken(carrierId, 'DELIVRD');
    expect((await whenLastIs('sent', id)).Message.Status).toBe('sent');
    await reportUntilTaken(names[2]!.carrierId, 'DELIVRD');
    expect((await whenLastIs('delivered', id)).Message.Status).toBe('delivered');
  });

  it('is tried again when the carrier has too much, and refused for good when it says so', async () => {
    const [busy, wrong] = [number(), number()];
    let tries = 0;
    onSubmit.set(bare(busy), async () => ((tries += 1) === 1 ? { status: THROTTLED } : {}));
    onSubmit.set(bare(wrong), async () => ({ status: INVALID_ADDRESS }));
    const [later, never] = [await send(busy), await send(wrong)];
    expect((await whenLastIs('failed', never)).Message.Status).toBe('failed');
    await waitUntil(async () => {
      await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
      return tries > 1;
    });
    expect((await whenLastIs('sent', later)).Message.Status).toBe('sent');
  });

  it('notifies the webhooks once', async () => {
    const session = await acme.session('admin');
    await session.post('/api/webhooks', { Url: hooks.url, Events: ['sms.sent', 'sms.delivered'] });
    const id = await send(number());
    const carrierId = carrierIdOf(await whenLastIs('sent', id));
    await Promise.all([reportUntilTaken(carrierId, 'DELIVRD'), reportUntilTaken(carrierId, 'DELIVRD')]);
    await whenLastIs('delivered', id);
    await waitUntil(() => hooks.requests.filter(({ text }) => text.includes(id)).length === 2);
    const types = hooks.requests.filter(({ text }) => text.includes(id)).map(({ text }) => JSON.parse(text).EventType);
    expect(types.sort()).toEqual(['sms.delivered', 'sms.sent']);
  });

  it('is followed by none after the telephone answers STOP', async () => {
    const to = number();
    await whenLastIs('sent', await send(to));
    const stop = { source_addr: bare(to), dest_addr_ton: 1, destination_addr: '12025550100', short_message: 'Stop' };
    expect((await centre.deliver({ esm_class: 0, ...stop })).command_status).toBe(OK);
    expect((await client.post('/v1/sms/send', { To: [to], Body: 'More.' })).status).toBe(422);
    await centre.deliver({ esm_class: 0, ...stop, short_message: 'START' });
    expect((await client.post('/v1/sms/send', { To: [to], Body: 'More.' })).status).toBe(202);
  });

  it('that is unknown is to be reported again', async () => {
    expect((await report('unheard-of', 'DELIVRD')).command_status).not.toBe(OK);
  });
});

describe('a process that only answers HTTP', () => {
  it('does not bind to the carrier, and accepts texts for the workers', async () => {
    const idle = await startSmppServer();
    const api = await platformStack({ environment: { SMS_URL: idle.url, SMS_FROM: '+12025550100', ROLE: 'api' } });
    try {
      const { client: sender } = await (await api.createTenant()).createKey([], 'live');
      const { status } = await sender.post('/v1/sms/send', { To: [number()], Body: 'Hello.' });
      expect(status).toBe(202);
      // The bind of a worker that starts now comes well after one that this process had made at its start.
      const worker = await platformStack({
        environment: { SMS_URL: idle.url, SMS_FROM: '+12025550100', ROLE: 'worker' },
      });
      await waitUntil(() => idle.binds.length > 0, { what: 'the bind of a worker' });
      expect(idle.binds).toHaveLength(1);
      await worker.close();
    } finally {
      await api.close();
      await idle.close();
    }
  });
});
