import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/dead-letters';

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: hooks.host } }));
const operator = usePrepared(() => stack.operator());
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

/** An accepted e-mail whose delivery is a dead job. */
async function givenUp(to: string): Promise<{ messageId: string; id: string }> {
  const SendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await client.post('/v1/emails/send', acme.email({ to: [to], SendAt }));
  const [row] = await stack.sql<{ id: string }>(
    `update outbox set dead_at = now(), failures = 20, attempts = 20, last_error = 'It failed'
     where payload->'messageIds' ? $1 returning id`,
    [body.MessageId],
  );
  return { messageId: body.MessageId, id: row?.id ?? '' };
}

const statusOf = async (messageId: string) => (await client.get(`/v1/emails/${messageId}`)).body.Message.Status;
const deliveriesTo = (to: string) => stack.mail.messages.filter((mail) => mail.to.includes(to)).length;

describe('a dead letter', () => {
  it('is listed with its payload and error, by kind and by tenant, in pages', async () => {
    const rival = await stack.createTenant();
    const [first, second] = [
      await stack.createDeadLetter(rival.id),
      await stack.createDeadLetter(rival.id, 'webhook.deliver'),
    ];
    const page = (await operator.get(`${ROUTE}?tenant=${rival.id}&limit=1`)).body;
    expect(page.DeadLetters).toEqual([
      {
        Id: second,
        TenantId: rival.id,
        Kind: 'webhook.deliver',
        Payload: { messageIds: [] },
        Attempts: 20,
        Failures: 20,
        Error: 'It failed',
        CreatedAt: expect.stringMatching(/Z$/),
        DeadAt: expect.stringMatching(/Z$/),
      },
    ]);
    const rest = (await operator.get(`${ROUTE}?tenant=${rival.id}&cursor=${page.NextCursor}`)).body;
    expect([rest.DeadLetters.map(({ Id }: { Id: string }) => Id), rest.HasMore]).toEqual([[first], false]);
    const ofKind = (await operator.get(`${ROUTE}?tenant=${rival.id}&kind=email.deliver`)).body;
    expect(ofKind.DeadLetters).toHaveLength(1);
    expect((await operator.get(`${ROUTE}/${first}`)).body.DeadLetter.Id).toBe(first);
  });

  it('is done once when it is retried, however often the retry is requested', async () => {
    const { messageId, id } = await givenUp('again@example.test');
    const answers = await Promise.all(Array.from({ length: 6 }, () => operator.post(`${ROUTE}/${id}/retry`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(5).fill(404)]);
    await waitUntil(async () => (await statusOf(messageId)) === 'sent');
    expect(deliveriesTo('again@example.test')).toBe(1);
    expect((await operator.get(`${ROUTE}/${id}`)).status).toBe(404);
  });

  it('is not done again when an earlier attempt had done it', async () => {
    const { MessageId } = (await client.post('/v1/emails/send', acme.email({ to: ['done@example.test'] }))).body;
    await waitUntil(async () => (await statusOf(MessageId)) === 'sent');
    const id = await stack.createDeadLetter(acme.id, 'email.deliver', { messageIds: [MessageId] });
    expect((await operator.post(`${ROUTE}/${id}/retry`)).status).toBe(202);
    await waitUntil(async () => (await stack.sql(`select 1 from outbox where id = $1`, [id])).length === 0);
    expect(deliveriesTo('done@example.test')).toBe(1);
  });

  it('fails its message when it is discarded', async () => {
    const { messageId, id } = await givenUp('never@example.test');
    const answers = await Promise.all(
      ['discard', 'retry', 'discard'].map((what) => operator.post(`${ROUTE}/${id}/${what}`)),
    );
    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    // Whichever came first decided; a retry would have sent it.
    const expected = answers[1]?.status === 202 ? 'sent' : 'failed';
    await waitUntil(async () => (await statusOf(messageId)) === expected);
  });

  it('records the failure in the timeline', async () => {
    const { messageId, id } = await givenUp('let-go@example.test');
    expect((await operator.post(`${ROUTE}/${id}/discard`)).body.DeadLetter.Id).toBe(id);
    const { Message, Events } = (await client.get(`/v1/emails/${messageId}`)).body;
    expect([Message.Status, Events.at(-1).Type]).toEqual(['failed', 'failed']);
    expect(Message.Error).toContain('Given up');
    expect(deliveriesTo('let-go@example.test')).toBe(0);
  });

  it('fails its webhook delivery when it is discarded', async () => {
    const session = await acme.session();
    const Url = `${hooks.url}/`;
    const webhook = (await session.post('/api/webhooks', { Url, Events: ['email.bounced'] })).body.Webhook.Id;
    const made = (await session.post(`/api/webhooks/${webhook}/test`, {})).body.DeliveryId;
    const statusOfIt = async () =>
      (await stack.sql<{ status: string }>(`select status from webhook_delivery where id = $1`, [made]))[0]?.status;
    await waitUntil(async () => (await statusOfIt()) === 'delivered');
    await stack.sql(`update webhook_delivery set status = 'pending' where id = $1`, [made]);
    const id = await stack.createDeadLetter(acme.id, 'webhook.deliver', { deliveryId: made });
    expect((await operator.post(`${ROUTE}/${id}/discard`)).status).toBe(200);
    const [row] = await stack.sql(`select status, error from webhook_delivery where id = $1`, [made]);
    expect(row).toMatchObject({ status: 'failed', error: expect.stringContaining('Given up') });
  });

  it('is neither a waiting job nor an id that is not a number', async () => {
    await client.post('/v1/emails/send', acme.email({ SendAt: new Date(Date.now() + 3_600_000).toISOString() }));
    const [waiting] = await stack.sql<{ id: string }>(`select id from outbox where dead_at is null limit 1`);
    for (const id of [waiting?.id, '0', 'x', '-1', '99999999999999999999', '1.5']) {
      expect((await operator.post(`${ROUTE}/${id}/discard`)).status, id).toBe(404);
    }
    expect(await stack.sql(`select 1 from outbox where id = $1`, [waiting?.id])).toHaveLength(1);
  });

  it('is for operators only', async () => {
    const member = await acme.session('owner');
    const id = await stack.createDeadLetter(acme.id);
    for (const answer of [
      await member.get(ROUTE),
      await member.get('/api/admin/queues'),
      await member.get(`${ROUTE}/${id}`),
      await member.post(`${ROUTE}/${id}/retry`),
      await member.post(`${ROUTE}/${id}/discard`),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await operator.get(`${ROUTE}/${id}`)).status).toBe(200);
  });
});

describe('the queues', () => {
  it('show the depth of each kind, and since when the oldest job waits', async () => {
    const tenant = await stack.createTenant();
    await stack.createDeadLetter(tenant.id, 'sms.deliver');
    await stack.sql(
      `insert into outbox (id, tenant_id, kind, payload, created_at, available_at, due, handed_at, job_id, leased_until)
       values (77, $1, 'sms.deliver', '{"messageIds": []}', now(), now() - interval '90 seconds', true, now(), 'x', now() + interval '1 hour'),
              (78, $1, 'sms.deliver', '{"messageIds": []}', now(), now() + interval '1 hour', false, null, null, null)`,
      [tenant.id],
    );
    const { body } = await operator.get('/api/admin/queues');
    const queues = new Map(body.Queues.map((queue: { Kind: string }) => [queue.Kind, queue]));
    expect(queues.get('sms.deliver')).toMatchObject({ Due: 1, Delayed: 1, Dead: 1 });
    const { OldestSeconds } = queues.get('sms.deliver') as { OldestSeconds: number };
    expect(OldestSeconds).toBeGreaterThanOrEqual(90);
    expect(OldestSeconds).toBeLessThan(200);
    expect([...queues.keys()]).toEqual(expect.arrayContaining(['email.deliver', 'webhook.deliver', 'push.deliver']));
    expect(queues.get('push.deliver')).toMatchObject({ Due: 0, Delayed: 0, Dead: 0, OldestSeconds: null });
  });
});
