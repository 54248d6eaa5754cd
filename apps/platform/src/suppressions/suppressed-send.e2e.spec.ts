import { beforeAll, describe, expect, it } from 'vitest';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
const session = usePrepared(() => acme.session());

beforeAll(async () => {
  for (const Address of ['no@example.test', 'never@example.test']) await session.post('/api/suppressions', { Address });
});
const send = (body: object, headers: Record<string, string> = {}) => client.post('/v1/emails/send', body, headers);

const messagesOf = async (tenant: TestTenant) => {
  const [row] = await stack.sql<{ count: number }>(`select count(*)::int from message where tenant_id = $1`, [
    tenant.id,
  ]);
  return row?.count;
};

describe('an e-mail whose recipient is suppressed before it leaves', () => {
  it('is not sent: a scheduled message does not reach a recipient who unsubscribed', async () => {
    stack.mail.refuse('leaving@example.test', { code: 451, times: 1 });
    const { body } = await send(acme.email({ to: ['leaving@example.test'] }));
    const path = `/v1/emails/${body.MessageId}`;
    await messageWithStatus(client, path, 'processing');
    await session.post('/api/suppressions', { Address: 'Leaving@example.test' });
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    const { Message, Events } = await messageWithStatus(client, path, 'failed');
    expect(Message.Error).toContain('suppressed');
    expect(Events.at(-1)).toMatchObject({ Type: 'failed', Detail: { Suppressed: true } });
    expect(stack.mail.messages.filter(({ to }) => to.includes('leaving@example.test'))).toEqual([]);
  });

  it('does not leave in letters that only some collations know the small ones of', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await send(acme.email({ to: ['JOÃO@example.test'], SendAt }));
    await stack.sql(
      `insert into suppression (tenant_id, address, id, position, reason, source)
       values ($1, 'joão@example.test', gen_random_uuid(), 1, 'unsubscribe', 'link')`,
      [acme.id],
    );
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    const { Message } = await messageWithStatus(client, `/v1/emails/${body.MessageId}`, 'failed');
    expect(Message.Error).toContain('suppressed');
  });
});

describe('an e-mail to a suppressed address', () => {
  it('is rejected, naming the address and its field', async () => {
    const { status, body } = await send(acme.email({ to: ['yes@example.test', 'Nobody <NO@Example.test>'] }));
    expect(status).toBe(422);
    expect(body.Error).toMatchObject({ Type: 'Sender', Code: 'SuppressedAddress' });
    expect(body.Error.Details).toEqual([
      { Field: 'Destination.ToAddresses[1]', Message: expect.stringContaining('NO@example.test is suppressed') },
    ]);
  });

  it('is refused for copies, too, with every address that is suppressed', async () => {
    const Destination = {
      ToAddresses: ['yes@example.test'],
      CcAddresses: ['no@example.test'],
      BccAddresses: ['never@example.test'],
    };
    const { body } = await send({ ...acme.email(), Destination });
    expect(body.Error.Details.map(({ Field }: { Field: string }) => Field)).toEqual([
      'Destination.CcAddresses[0]',
      'Destination.BccAddresses',
    ]);
  });

  it('leaves nothing behind: no message for the others, no use, no memory of its key', async () => {
    const tenant = await stack.createTenant();
    const owner = await tenant.session();
    const own = await tenant.key();
    await owner.post('/api/suppressions', { Address: 'no@example.test' });
    const email = tenant.email({ to: ['yes@example.test', 'no@example.test'] });
    expect((await own.post('/v1/emails/send', email, { 'idempotency-key': 'k' })).status).toBe(422);
    expect(await messagesOf(tenant)).toBe(0);
    expect((await own.get('/v1/account/usage')).body.Usage).toMatchObject({ EmailsSent: 0, ApiCalls: 0 });
    await owner.delete('/api/suppressions/no@example.test');
    const again = await own.post('/v1/emails/send', email, { 'idempotency-key': 'k' });
    expect(again.body).toMatchObject({ ReusedIdempotency: false });
    expect(again.body.MessageIds).toHaveLength(2);
  });

  it('is answered as before when it repeats a call that was accepted before', async () => {
    const email = acme.email({ to: ['later@example.test'] });
    const first = await send(email, { 'idempotency-key': 'before' });
    await session.post('/api/suppressions', { Address: 'later@example.test' });
    const again = await send(email, { 'idempotency-key': 'before' });
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
    expect((await send(email, { 'idempotency-key': 'after' })).status).toBe(422);
  });

  it('is sent by another account, for which it is not suppressed', async () => {
    const rival = await stack.createTenant();
    const { status } = await (await rival.key()).post('/v1/emails/send', rival.email({ to: ['no@example.test'] }));
    expect(status).toBe(202);
  });

  it('is one error in a batch, of which the rest is accepted', async () => {
    const Messages = [['a@example.test'], ['no@example.test'], ['b@example.test']].map((to) => acme.email({ to }));
    const { status, body } = await client.post('/v1/emails/batch', { Messages });
    expect(status).toBe(202);
    expect(body.Results.map((one: { Error?: { Code: string } }) => one.Error?.Code)).toEqual([
      undefined,
      'SuppressedAddress',
      undefined,
    ]);
    expect(body.Results[1].Error.Details[0].Field).toBe('Destination.ToAddresses[0]');
  });

  it('is rejected alone when many calls come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        send(acme.email({ to: [n % 3 === 0 ? 'no@example.test' : `p${n}@example.test`] })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? 422 : 202)),
    );
  });
});
