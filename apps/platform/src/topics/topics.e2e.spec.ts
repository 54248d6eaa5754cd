import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { createAccount, draft, findRecipients, inStatus, step } from '../campaigns/campaigns.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://t.demo.test';
const stack = useStack(() => platformStack({ environment: { PUBLIC_URL } }));
const acme = usePrepared(() => stack.createTenant());
const key = usePrepared(() => acme.key());
const session = usePrepared(() => acme.session());

beforeAll(async () => {
  await session.post('/api/topics', { Name: 'Product news', Description: 'Once a month' });
  await session.post('/api/topics', { Name: 'Offers' });
  await session.post('/api/topics', { Name: 'Receipts', Transactional: true });
});
const send = async (to: string, TopicId?: string, more: object = {}) =>
  key.post('/v1/emails/send', { ...acme.email({ to: [to] }), ...(TopicId && { TopicId }), ...more });

/** Tries which of news, offers, receipts and mail without a topic the address still gets. */
async function accepted(to: string): Promise<string[]> {
  const given: string[] = [];
  for (const topic of ['product-news', 'offers', 'receipts', '']) {
    const { status } = await send(to, topic);
    if (status === 202) given.push(topic);
    else expect(status).toBe(422);
  }
  return given;
}

const suppress = (address: string, topic: string, reason: string) =>
  stack.sql(
    `insert into suppression (tenant_id, address, topic, id, position, reason, source)
     values ($1, $2, $3, gen_random_uuid(), (random() * 1e9)::bigint, $4, 'report')`,
    [acme.id, address, topic, reason],
  );

const idOf = async (slug: string): Promise<string> => (await session.get(`/api/topics/${slug}`)).body.Topic.Id;

async function unsubscribe(to: string): Promise<number> {
  const mail = await stack.mail.waitFor((one) => one.to.includes(to));
  const link = /^List-Unsubscribe:\s+<(https:\/\/t\.demo\.test\/t\/u\/[\w-]+)>/m.exec(mail.source)?.[1] ?? '';
  const path = link.slice(PUBLIC_URL.length);
  return (await stack.anonymous.send('POST', path, 'List-Unsubscribe=One-Click')).status;
}

describe('a topic', () => {
  it('is added, read by id and slug, changed, listed and removed', async () => {
    const made = await session.post('/api/topics', { Name: ' Événements ', Description: 'Where we are' });
    expect(made.status).toBe(201);
    const { Id } = made.body.Topic;
    expect(made.body.Topic).toMatchObject({ Name: 'Événements', Slug: 'evenements', Transactional: false });
    expect(made.headers['location']).toBe(`/api/topics/${Id}`);
    expect((await session.get(`/api/topics/${Id}`)).body.Topic).toEqual(made.body.Topic);
    const changed = await session.send('PATCH', '/api/topics/evenements', JSON.stringify({ Description: null }));
    expect(changed.body.Topic).toMatchObject({ Id, Name: 'Événements', Description: null });
    expect((await session.get('/api/topics?limit=1')).body).toMatchObject({ Topics: [{ Id }], HasMore: true });
    expect((await session.delete('/api/topics/evenements')).status).toBe(204);
    expect((await session.get(`/api/topics/${Id}`)).status).toBe(404);
  });

  it('has a slug of its own, and is of its account alone', async () => {
    expect((await session.post('/api/topics', { Name: 'Offers' })).status).toBe(409);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get('/api/topics/offers')).status).toBe(404);
    expect((await rival.delete(`/api/topics/${await idOf('offers')}`)).status).toBe(404);
  });

  it.each([{}, { Name: ' ' }, { Name: 'A', Slug: 'Not a slug' }, { Name: 'A', More: 1 }])(
    'is refused for %j',
    async (body) => expect((await session.post('/api/topics', body)).status).toBe(400),
  );
});

describe('a call that names a topic', () => {
  it('takes its id or slug, and refuses a name that no topic has', async () => {
    expect((await send('by@example.test', 'offers')).status).toBe(202);
    expect((await send('by@example.test', await idOf('offers'))).status).toBe(202);
    for (const name of ['nothing', 'top_0000000000000000', 'lstxabc']) {
      const { status, body } = await send('by@example.test', name);
      expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'TopicId']);
    }
  });

  it('fails alone in a batch', async () => {
    const Messages = ['offers', 'nothing'].map((TopicId) => ({ ...acme.email({ to: ['b@example.test'] }), TopicId }));
    const { body } = await key.post('/v1/emails/batch', { Messages });
    expect(JSON.stringify(body)).toContain('is no topic of this account');
    expect(await stack.sql(`select 1 from message where recipient = 'b@example.test'`)).toHaveLength(1);
  });
});

describe('the topics of an account', () => {
  it('stop at a hundred, however many come at once', async () => {
    const tenant = await stack.createTenant();
    const owner = await tenant.session();
    await stack.sql(
      `insert into topic (tenant_id, id, name, slug) select $1, id, 'Topic', id from unnest($2::text[]) as id`,
      [tenant.id, Array.from({ length: 98 }, () => newId('top'))],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => owner.post('/api/topics', { Name: `Another ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402, 402]);
  });
});

describe('what is held back', () => {
  it('is the topic after an unsubscription', async () => {
    await send('topic@example.test', 'product-news', { ListUnsubscribe: true });
    expect(await unsubscribe('topic@example.test')).toBe(200);
    expect(await accepted('topic@example.test')).toEqual(['offers', 'receipts', '']);
    const { Suppression } = (await session.get('/api/suppressions/topic@example.test')).body;
    expect(Suppression).toMatchObject({ TopicId: await idOf('product-news'), AllowsTransactional: false });
  });

  it('is all but what is transactional after an unsubscription from mail without a topic', async () => {
    await send('none@example.test', undefined, { ListUnsubscribe: true });
    expect(await unsubscribe('none@example.test')).toBe(200);
    expect(await accepted('none@example.test')).toEqual(['receipts']);
    const { Suppression } = (await session.get('/api/suppressions/none@example.test')).body;
    expect(Suppression).toMatchObject({ TopicId: null, AllowsTransactional: true });
  });

  it('is what the widest entry says, though a narrower one was first', async () => {
    const address = 'wider@example.test';
    await suppress(address, await idOf('offers'), 'unsubscribe');
    expect(await accepted(address)).toEqual(['product-news', 'receipts', '']);
    await suppress(address, '*', 'complaint');
    expect(await accepted(address)).toEqual(['receipts']);
    await suppress(address, '', 'bounce');
    expect(await accepted(address)).toEqual([]);
  });

  it.each(['later@example.test', 'JOÃO.later@example.test'])(
    'does not leave though it was accepted before; other topics do: %s',
    async (to) => {
      const SendAt = new Date(Date.now() + 3_600_000).toISOString();
      const held = (await send(to, 'offers', { SendAt })).body.MessageId;
      const free = (await send(to, 'product-news', { SendAt })).body.MessageId;
      await suppress(to.toLowerCase(), await idOf('offers'), 'unsubscribe');
      await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
      expect((await messageWithStatus(key, `/v1/emails/${held}`, 'failed')).Message.Error).toContain('suppressed');
      await messageWithStatus(key, `/v1/emails/${free}`, 'sent').then(({ Message }) =>
        expect(Message.Error ?? '').not.toContain('suppressed'),
      );
    },
  );
});

describe('a campaign', () => {
  it('is of its list unless it names a topic, and skips who left either', async () => {
    const owner = await createAccount(stack, [{ Email: 'a@example.test' }, { Email: 'b@example.test' }]);
    const topic = (await owner.session.post('/api/topics', { Name: 'Offers' })).body.Topic.Id;
    const leave = (address: string, of: string) =>
      stack.sql(
        `insert into suppression (tenant_id, address, topic, id, position, reason, source)
         values ($1, $2, $3, gen_random_uuid(), (random() * 1e9)::bigint, 'unsubscribe', 'link')`,
        [owner.tenant.id, address, of],
      );
    await leave('a@example.test', owner.listId);
    await leave('b@example.test', topic);
    const run = async (changes: object) => {
      const id = await draft(owner, changes);
      await step(owner, id, 'start');
      return inStatus(owner, id, 'completed');
    };
    expect(await run({})).toMatchObject({ TopicId: null });
    expect(await findRecipients(stack, owner)).toEqual(['b@example.test']);
    expect(await run({ TopicId: 'offers' })).toMatchObject({ TopicId: 'offers' });
    expect((await findRecipients(stack, owner)).toSorted()).toEqual(['a@example.test', 'b@example.test']);
  });
});
