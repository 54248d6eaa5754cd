import { describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const session = usePrepared(() => acme.session('member'));

const add = (Address: string, Reason?: string) => session.post('/api/suppressions', { Address, Reason });

describe('suppressing an address', () => {
  it('is answered with the entry and its location', async () => {
    const { status, headers, body } = await add('Someone@Example.test');
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/api/suppressions/${body.Suppression.Id}`);
    expect(body.Suppression).toEqual({
      Id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      Address: 'someone@example.test',
      Sender: null,
      TopicId: null,
      AllowsTransactional: false,
      Reason: 'manual',
      Source: 'api',
      MessageId: null,
      CreatedAt: expect.stringMatching(/Z$/),
    });
    const read = await session.get(`/api/suppressions/${body.Suppression.Id}`);
    expect(read.body.Suppression).toEqual(body.Suppression);
  });

  it('is no second entry in another spelling, and keeps the first reason', async () => {
    const first = await add('twice@example.test', 'complaint');
    const again = await add('TWICE@example.test', 'manual');
    expect(again.status).toBe(200);
    expect(again.body.Suppression).toEqual(first.body.Suppression);
  });

  it('is one entry when many ask at the same instant', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('race@example.test')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.Suppression.Id)).size).toBe(1);
  });

  it.each([
    ['josé@example.test', 'josé@example.test'],
    ['jose\u0301.decomposed@example.test', 'josé.decomposed@example.test'],
    ['user@München.test', 'user@xn--mnchen-3ya.test'],
    ['用户@例子.test', '用户@xn--fsqu00a.test'],
    ['"john doe"@example.test', '"john doe"@example.test'],
    ['Ana Lima <Ana.Lima@example.test>', 'ana.lima@example.test'],
  ])('takes whatever can be sent to: %s', async (address, stored) => {
    expect((await add(address)).body.Suppression?.Address).toBe(stored);
    const key = await acme.key();
    const sent = await key.post('/v1/emails/send', acme.email({ to: [address] }));
    expect([sent.status, sent.body.Error.Code]).toEqual([422, 'SuppressedAddress']);
    expect((await session.delete(`/api/suppressions/${encodeURIComponent(address)}`)).status).toBe(204);
    expect((await key.post('/v1/emails/send', acme.email({ to: [address] }))).status).toBe(202);
  });

  it.each([
    [{ Address: 'no address' }, 'Address'],
    [{ Address: 'a@example.test, b@example.test' }, 'Address'],
    [{}, 'Address'],
    [{ Address: 'a@example.test', Reason: 'whim' }, 'Reason'],
    [{ Address: 'a@example.test', More: 1 }, 'More'],
  ])('is refused for %j', async (body, field) => {
    const answer = await session.post('/api/suppressions', body);
    expect(answer.status).toBe(400);
    expect(answer.body.Error.Details[0].Field).toBe(field);
  });
});

describe('removing an entry', () => {
  it('takes its id or its address in any spelling', async () => {
    const { body } = await add('by-id@example.test');
    await add('by-address@example.test');
    expect((await session.delete(`/api/suppressions/${body.Suppression.Id}`)).status).toBe(204);
    expect((await session.delete('/api/suppressions/By-Address%40example.test')).status).toBe(204);
    for (const name of [body.Suppression.Id, 'by-address@example.test', 'nobody@example.test']) {
      expect((await session.delete(`/api/suppressions/${name}`)).status).toBe(404);
    }
  });

  it("does not reach another tenant's", async () => {
    const { body } = await add('mine@example.test');
    const rival = await (await stack.createTenant()).session();
    for (const name of [body.Suppression.Id, 'mine@example.test']) {
      expect((await rival.delete(`/api/suppressions/${name}`)).status).toBe(404);
      expect((await rival.get(`/api/suppressions/${name}`)).status).toBe(404);
    }
    expect((await session.get('/api/suppressions/mine@example.test')).status).toBe(200);
    expect((await rival.get('/api/suppressions')).body.Suppressions).toEqual([]);
  });
});

describe('the audit log', () => {
  it('records once who suppressed an address and who deleted the suppression, without the address', async () => {
    const { body } = await add('Logged@Example.test', 'complaint');
    await add('logged@example.test');
    const { Id } = body.Suppression;
    const removals = await Promise.all(Array.from({ length: 4 }, () => session.delete(`/api/suppressions/${Id}`)));
    expect(removals.filter(({ status }) => status === 204)).toHaveLength(1);
    const entries = await stack.sql(
      `select action, actor_kind as actor, before, after from audit_entry
       where object_type = 'suppression' and object_id = $1 and tenant_id = $2 order by id`,
      [Id, acme.id],
    );
    const fields = { reason: 'complaint', source: 'api', domain: 'example.test' };
    expect(entries).toEqual([
      { action: 'suppression.added', actor: 'user', before: null, after: fields },
      { action: 'suppression.removed', actor: 'user', before: fields, after: null },
    ]);
  });
});

describe('the list of suppressed addresses', () => {
  it('is listed in pages, newest first', async () => {
    const tenant = await stack.createTenant();
    const owner = await tenant.session();
    const addresses = Array.from({ length: 7 }, (_, n) => `n${n}@example.test`);
    for (const Address of addresses) await owner.post('/api/suppressions', { Address });
    const seen: string[] = [];
    let cursor = 0;
    do {
      const { body } = await owner.get(`/api/suppressions?limit=3&cursor=${cursor}`);
      seen.push(...body.Suppressions.map((one: { Address: string }) => one.Address));
      expect(body.HasMore).toBe(body.NextCursor !== 0);
      cursor = body.NextCursor;
    } while (cursor !== 0);
    expect(seen).toEqual(addresses.toReversed());
  });

  it('is searched by a part of the address, and by reason', async () => {
    const owner = await (await stack.createTenant()).session();
    await owner.post('/api/suppressions', { Address: 'ana_100%@example.test', Reason: 'bounce' });
    await owner.post('/api/suppressions', { Address: 'anab100x@example.test' });
    const found = async (query: string) =>
      (await owner.get(`/api/suppressions?${query}`)).body.Suppressions.map((one: { Address: string }) => one.Address);
    expect(await found('q=ANA_100%25')).toEqual(['ana_100%@example.test']);
    expect(await found('q=ana')).toHaveLength(2);
    expect(await found('reason=manual')).toEqual(['anab100x@example.test']);
  });

  it.each(['limit=0', 'cursor=-1', 'reason=whim', 'what=else'])('refuses %s with 422', async (query) => {
    expect((await session.get(`/api/suppressions?${query}`)).status).toBe(422);
  });

  it('is for sessions alone', async () => {
    expect((await (await acme.key()).get('/api/suppressions')).status).toBe(401);
    expect((await stack.anonymous.get('/api/suppressions')).status).toBe(401);
  });
});
