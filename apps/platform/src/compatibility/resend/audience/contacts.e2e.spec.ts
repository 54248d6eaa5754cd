import { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '#libs/core/audit';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { requestStatements } from '../../../../../../test/support/statements.js';
import { useStack } from '../../../../../../test/support/use-stack.js';
import { whileWaiting } from '../../../../../../test/support/while-waiting.js';

const stack = useStack(() => platformStack());
const clientOf = (secret: string) => new Resend(secret, { baseUrl: stack.url });
const clientFor = async (tenant: TestTenant, scopes: Parameters<TestTenant['createKey']>[0] = []) =>
  clientOf((await tenant.createKey(scopes)).secret);

let acme: TestTenant;
let resend: Resend;
let rival: Resend;

beforeAll(async () => {
  acme = await stack.createTenant();
  resend = await clientFor(acme);
  rival = await clientFor(await stack.createTenant());
});

/** The data of an answer without an error. */
function dataOf<T>({ data, error }: { data: T | null; error: unknown }): T {
  expect(error).toBeNull();
  return data as T;
}

let made = 0;
const newEmail = () => `contact-${(made += 1)}@example.test`;

/** Adds a contact; returns its id and address. */
async function contact(changes: object = {}): Promise<{ id: string; email: string }> {
  const email = newEmail();
  return { email, id: dataOf(await resend.contacts.create({ email, ...changes })).id };
}

const segment = async (name: string) => dataOf(await resend.segments.create({ name })).id;
const topic = async (Name: string) =>
  (await (await acme.session()).post('/api/topics', { Name })).body.Topic.Id as string;
const choice = (id: string, subscription: 'opt_in' | 'opt_out') => ({ id, subscription });
const stored = async (id: string) => (await (await acme.session()).get(`/api/contacts/${id}`)).body.Contact;
const suppressionsOf = (address: string) =>
  stack.sql<{ topic: string; reason: string }>(
    'select topic, reason from suppression where tenant_id = $1 and address = $2 order by topic',
    [acme.id, address],
  );

describe('contacts', () => {
  it('are added with names and properties, and read by id and by address', async () => {
    const { id, email } = await contact({
      firstName: 'Ana',
      lastName: 'Lima',
      unsubscribed: false,
      properties: { city: 'Porto', visits: 7 },
    });
    const read = {
      object: 'contact',
      id,
      email,
      created_at: expect.any(String),
      first_name: 'Ana',
      last_name: 'Lima',
      unsubscribed: false,
      properties: { city: { type: 'string', value: 'Porto' }, visits: { type: 'string', value: '7' } },
    };
    expect(dataOf(await resend.contacts.get(id))).toEqual(read);
    expect(dataOf(await resend.contacts.get({ email: email.toUpperCase() }))).toEqual(read);
    expect(await stored(id)).toMatchObject({
      Email: email,
      Name: 'Ana Lima',
      Attributes: { first_name: 'Ana', last_name: 'Lima', city: 'Porto', visits: '7' },
    });
  });

  it('change in what is given, and lose what is null', async () => {
    const { id, email } = await contact({
      firstName: 'Ana',
      lastName: 'Lima',
      properties: { city: 'Porto', plan: 'a' },
    });
    const change = { email, lastName: null, properties: { city: null, plan: 'b', age: 41 } };
    expect(dataOf(await resend.contacts.update(change))).toEqual({ object: 'contact', id });
    expect(await stored(id)).toMatchObject({ Name: 'Ana', Attributes: { first_name: 'Ana', plan: 'b', age: '41' } });
    const { error } = await resend.contacts.update({ id });
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining('first_name') });
  });

  it('lose no property to a change at the same time', async () => {
    const { id } = await contact();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(keys.map((key) => resend.contacts.update({ id, properties: { [key]: key } })));
    expect((await stored(id)).Attributes).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  });

  it('are listed in pages', async () => {
    const ids = [];
    for (const firstName of ['1', '2', '3']) ids.unshift((await contact({ firstName })).id);
    const first = dataOf(await resend.contacts.list({ limit: 2 }));
    expect([first.object, first.has_more, first.data.map(({ id }) => id)]).toEqual(['list', true, ids.slice(0, 2)]);
    expect(first.data[0]).toMatchObject({ first_name: '3', last_name: null, unsubscribed: false });
    const next = dataOf(await resend.contacts.list({ limit: 1, after: ids[1]! }));
    expect(next.data[0]?.id).toBe(ids[2]);
    const back = dataOf(await resend.contacts.list({ limit: 5, before: ids[2]! }));
    expect([back.has_more, back.data.map(({ id }) => id)]).toEqual([false, ids.slice(0, 2)]);
  });

  it('are removed', async () => {
    const { id, email } = await contact();
    expect(dataOf(await resend.contacts.remove({ email }))).toEqual({ object: 'contact', contact: id, deleted: true });
    expect((await resend.contacts.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it('are unsubscribed from all that is not transactional, and subscribed again', async () => {
    const { id, email } = await contact({ unsubscribed: true });
    expect(await suppressionsOf(email)).toEqual([{ topic: '*', reason: 'unsubscribe' }]);
    expect(dataOf(await resend.contacts.get(id)).unsubscribed).toBe(true);
    expect(dataOf(await resend.contacts.list({ limit: 1 })).data[0]).toMatchObject({ id, unsubscribed: true });
    await resend.contacts.update({ id, unsubscribed: false });
    expect(dataOf(await resend.contacts.get(id)).unsubscribed).toBe(false);
    expect(await suppressionsOf(email)).toEqual([]);
    expect(dataOf(await resend.contacts.update({ id, unsubscribed: false })).id).toBe(id);
  });

  it('that complained are not subscribed again, and nothing else of the change is made', async () => {
    const { id, email } = await contact();
    await resend.contacts.update({ id, unsubscribed: true });
    await stack.sql(`update suppression set reason = 'complaint', source = 'report' where address = $1`, [email]);
    const { error } = await resend.contacts.update({ id, unsubscribed: false, firstName: 'Ana' });
    expect(error).toMatchObject({ statusCode: 409, message: expect.stringContaining('complaint') });
    expect(dataOf(await resend.contacts.get(id))).toMatchObject({ unsubscribed: true, first_name: null });
  });

  it.each([
    ['no address', {}, 'email'],
    ['an address that is none', { email: 'nobody' }, 'email'],
    ['a name that is no text', { email: 'a@example.test', firstName: 7 }, 'first_name'],
    ['names that are too long', { email: 'a@example.test', firstName: 'a'.repeat(201) }, 'first_name'],
    ['a property that is a list', { email: 'a@example.test', properties: { tags: ['a'] } }, 'properties.tags'],
    ['a property that is too long', { email: 'a@example.test', properties: { note: 'a'.repeat(1_001) } }, 'properties'],
    ['a mark that is none', { email: 'a@example.test', unsubscribed: 'no' }, 'unsubscribed'],
    ['an unknown segment', { email: 'a@example.test', segments: [{ id: 'lst_0000000000000000' }] }, 'segments[0].id'],
    [
      'an unknown topic',
      { email: 'a@example.test', topics: [{ id: 'top_0000000000000000', subscription: 'opt_in' }] },
      'topics[0].id',
    ],
    [
      'too many topics',
      { email: 'a@example.test', topics: Array.from({ length: 101 }, () => choice('news', 'opt_in')) },
      'topics must have at most 100 entries',
    ],
    [
      'too many segments',
      { email: 'a@example.test', segments: Array.from({ length: 101 }, () => ({ id: 'lst_0000000000000000' })) },
      'segments must have at most 100 entries',
    ],
    ['a choice that is none', { email: 'a@example.test', topics: [{ id: 'a', subscription: 'x' }] }, 'subscription'],
  ])('are refused with %s', async (_what, body, field) => {
    const { error } = await resend.contacts.create(body as never);
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining(field) });
    expect((await resend.contacts.get('a@example.test')).error).toMatchObject({ name: 'not_found' });
  });

  it('are refused a second time, and an address that is there is not unsubscribed by that', async () => {
    const { email } = await contact();
    const { error } = await resend.contacts.create({ email, unsubscribed: true });
    expect(error).toMatchObject({ statusCode: 409, message: expect.stringContaining('email') });
    expect(await suppressionsOf(email)).toEqual([]);
  });
});

describe('topics of a contact', () => {
  it('are left and taken up again', async () => {
    const [news, offers] = [await topic('Product news'), await topic('Offers')];
    const { id, email } = await contact({ topics: [{ id: news, subscription: 'opt_out' }] });
    const read = async () => {
      const { data } = dataOf(await resend.contacts.topics.list({ email }));
      return Object.fromEntries(data.map((one) => [one.name, one.subscription]));
    };
    expect(await read()).toEqual({ 'Product news': 'opt_out', Offers: 'opt_in' });
    expect(await suppressionsOf(email)).toEqual([{ topic: news, reason: 'unsubscribe' }]);
    const topics = [
      { id: news, subscription: 'opt_in' as const },
      { id: offers, subscription: 'opt_out' as const },
    ];
    expect(dataOf(await resend.contacts.topics.update({ id, topics }))).toEqual({ id });
    expect(await read()).toEqual({ 'Product news': 'opt_in', Offers: 'opt_out' });
    expect(dataOf(await resend.contacts.get(id)).unsubscribed).toBe(false);
    const { error } = await resend.contacts.topics.update({ id, topics: [] });
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining('topics') });
  });

  it('are as the last choice of each says, by whichever name', async () => {
    const [once, twice] = [await topic('Once'), await topic('Named twice')];
    const { id, email } = await contact();
    const topics = [choice(twice, 'opt_in'), choice(once, 'opt_out'), choice('named-twice', 'opt_out')];
    expect(dataOf(await resend.contacts.topics.update({ id, topics }))).toEqual({ id });
    expect((await suppressionsOf(email)).map((one) => one.topic)).toEqual([once, twice].sort());
    await resend.contacts.topics.update({ id, topics: [choice('once', 'opt_out'), choice(once, 'opt_in')] });
    expect((await suppressionsOf(email)).map((one) => one.topic)).toEqual([twice]);
  });

  it('are at most as many as an account has', async () => {
    const { id, email } = await contact();
    const topics = Array.from({ length: 101 }, () => choice('offers', 'opt_out'));
    const { error } = await resend.contacts.topics.update({ id, topics });
    expect(error).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
      message: expect.stringContaining('topics must have at most 100 entries'),
    });
    expect(await suppressionsOf(email)).toEqual([]);
  });

  it('are changed by as many statements as one is, and audited last', async () => {
    const [lifted, left, other] = [await topic('Lifted'), await topic('Left'), await topic('Other')];
    const { id, email } = await contact({ topics: [choice(lifted, 'opt_out')] });
    const topics = [choice(other, 'opt_out'), choice(lifted, 'opt_in'), choice(left, 'opt_out')];
    const statements = await requestStatements(
      `/contacts/${id}/topics`,
      () => resend.contacts.topics.update({ id, topics }),
      /"topic" "Topic"|"suppression"[ (]|insert into audit_entry/,
    );
    expect(statements.map((one) => /^\s*\w+/.exec(one)![0].toLowerCase())).toEqual([
      'select',
      'select',
      'delete',
      'insert',
      'insert',
    ]);
    expect(statements[0]).toContain('"topic"');
    expect(statements[4]).toContain('audit_entry');
    const audited = await stack.sql(
      `select action, coalesce(before, after)->>'topic' as topic from audit_entry
       where tenant_id = $1 order by position desc limit 3`,
      [acme.id],
    );
    expect(audited.toReversed()).toEqual([
      { action: 'suppression.removed', topic: lifted },
      ...[left, other].sort().map((one) => ({ action: 'suppression.added', topic: one })),
    ]);
    expect((await suppressionsOf(email)).map((one) => one.topic)).toEqual([left, other].sort());
  });
});

describe('choices of topics', () => {
  it('wait for the first topic while they hold neither the next nor the audit log', async () => {
    const [low, high] = [await topic('One of two'), await topic('Two of two')].sort() as [string, string];
    const topics = [choice(high, 'opt_out'), choice(low, 'opt_out')];
    const { id, email } = await contact({ topics });
    const ofTopic = 'select from suppression where tenant_id = $1 and address = $2 and topic = $3 for update';
    const answer = await whileWaiting(
      stack,
      acme,
      [ofTopic, [acme.id, email, low]],
      () => resend.contacts.topics.update({ id, topics: [choice(high, 'opt_in'), choice(low, 'opt_out')] }),
      async (tx) => {
        await tx.query(ofTopic, [acme.id, email, high]);
        await recordAudit(tx, { action: 'thing.changed', object: { type: 'thing', id: 'x' }, tenantId: acme.id });
      },
    );
    expect(dataOf(answer)).toEqual({ id });
    expect((await suppressionsOf(email)).map((one) => one.topic)).toEqual([low]);
  });

  it('that another call takes back at the same moment are taken back, and the others made', async () => {
    const [news, offers] = [await topic('Taken back'), await topic('Left meanwhile')];
    const { id, email } = await contact({ unsubscribed: true, topics: [choice(news, 'opt_out')] });
    const gone = 'delete from suppression where tenant_id = $1 and address = $2 and topic = $3';
    const answer = await whileWaiting(
      stack,
      acme,
      [gone, [acme.id, email, news]],
      () => resend.contacts.topics.update({ id, topics: [choice(news, 'opt_in'), choice(offers, 'opt_out')] }),
      () => Promise.resolve(),
    );
    expect(dataOf(answer)).toEqual({ id });
    const subscribed = await whileWaiting(
      stack,
      acme,
      [gone, [acme.id, email, '*']],
      () => resend.contacts.update({ id, unsubscribed: false }),
      () => Promise.resolve(),
    );
    expect(dataOf(subscribed)).toMatchObject({ id });
    expect((await suppressionsOf(email)).map((one) => one.topic)).toEqual([offers]);
  });
});

describe('contacts and segments of another account', () => {
  it('are not found, listed, changed or joined', async () => {
    const segmentId = await segment('Own');
    const topicId = await topic('Own topic');
    const { id, email } = await contact({ firstName: 'Ana', segments: [{ id: segmentId }] });
    const answers = [
      await rival.contacts.get(id),
      await rival.contacts.get({ email }),
      await rival.contacts.get({ audienceId: segmentId, id }),
      await rival.contacts.update({ id, firstName: 'Eva' }),
      await rival.contacts.update({ email, unsubscribed: true }),
      await rival.contacts.remove(id),
      await rival.contacts.list({ segmentId }),
      await rival.contacts.segments.list({ contactId: id }),
      await rival.contacts.segments.add({ contactId: id, segmentId }),
      await rival.contacts.topics.list({ id }),
      await rival.contacts.topics.update({ id, topics: [{ id: topicId, subscription: 'opt_out' }] }),
      await rival.contacts.create({ audienceId: segmentId, email: newEmail() }),
      await rival.segments.get(segmentId),
      await rival.segments.update(segmentId, { name: 'Theirs' }),
      await rival.segments.remove(segmentId),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(dataOf(await rival.contacts.list()).data).toEqual([]);
    expect(dataOf(await rival.segments.list()).data).toEqual([]);
    expect(dataOf(await resend.contacts.get(id))).toMatchObject({ first_name: 'Ana', unsubscribed: false });
    const own = await rival.contacts.create({ email: newEmail(), segments: [{ id: segmentId }] });
    expect(own.error).toMatchObject({ statusCode: 422 });
  });
});

describe('a key without a scope', () => {
  it('is refused what needs it', async () => {
    const segmentId = await segment('Scoped');
    const { id } = await contact();
    const [reader, writer, lists, suppressions] = [
      await clientFor(acme, ['contacts:read']),
      await clientFor(acme, ['contacts:write']),
      await clientFor(acme, ['lists:read', 'lists:write']),
      await clientFor(acme, ['topics:read', 'suppressions:read', 'suppressions:write']),
    ];
    const answers = [
      await reader.contacts.list(),
      await reader.contacts.get(id),
      await reader.contacts.create({ email: newEmail() }),
      await writer.contacts.update({ id, unsubscribed: true }),
      await writer.contacts.create({ email: newEmail(), unsubscribed: true }),
      await writer.contacts.create({ email: newEmail(), segments: [{ id: segmentId }] }),
      await writer.contacts.create({ audienceId: segmentId, email: newEmail() }),
      await writer.segments.list(),
      await writer.contacts.segments.add({ contactId: id, segmentId }),
      await writer.contacts.topics.list({ id }),
      await lists.contacts.list({ segmentId }),
      await lists.contacts.segments.list({ contactId: id }),
      await lists.contacts.segments.add({ contactId: id, segmentId }),
      await suppressions.contacts.topics.list({ id }),
      await suppressions.contacts.topics.update({ id, topics: [{ id: 'news', subscription: 'opt_out' }] }),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' });
    expect(dataOf(await writer.contacts.update({ id, firstName: 'Ana' })).id).toBe(id);
    expect(dataOf(await writer.contacts.create({ email: newEmail(), unsubscribed: false })).object).toBe('contact');
  });
});
