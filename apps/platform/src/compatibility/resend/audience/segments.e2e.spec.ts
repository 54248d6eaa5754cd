import { Resend } from 'resend';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ListMemberRepository } from '../../../lists/list-member.repository.js';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { requestStatements } from '../../../../../../test/support/statements.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack());

let acme: TestTenant;
let resend: Resend;

beforeAll(async () => {
  acme = await stack.createTenant();
  resend = new Resend((await acme.createKey()).secret, { baseUrl: stack.url });
});

/** The data of an answer without an error. */
function dataOf<T>({ data, error }: { data: T | null; error: unknown }): T {
  expect(error).toBeNull();
  return data as T;
}

let made = 0;
const newEmail = () => `contact-${(made += 1)}@example.test`;
const segment = async (name: string) => dataOf(await resend.segments.create({ name })).id;

describe('segments', () => {
  it('are added, read, renamed, listed and removed', async () => {
    const created = dataOf(await resend.segments.create({ name: 'Readers' }));
    const { id } = created;
    expect(created).toEqual({ object: 'segment', id: expect.stringMatching(/^lst_/), name: 'Readers' });
    const read = { object: 'segment', id, name: 'Readers', created_at: expect.any(String) };
    expect(dataOf(await resend.segments.get(id))).toEqual(read);
    expect(dataOf(await resend.segments.update(id, { name: 'Friends' }))).toEqual({ object: 'segment', id });
    expect(dataOf(await resend.segments.list({ limit: 1 })).data).toEqual([
      { id, name: 'Friends', created_at: expect.any(String) },
    ]);
    expect(dataOf(await resend.segments.remove(id))).toEqual({ object: 'segment', id, deleted: true });
    expect((await resend.segments.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it('of the same name are two', async () => {
    const [one, two] = [await segment('Twins'), await segment('Twins')];
    expect(one).not.toBe(two);
    expect(dataOf(await resend.segments.get(one)).name).toBe('Twins');
  });

  it('have contacts, which are added, listed and taken out', async () => {
    const [first, second] = [await segment('First'), await segment('Second')];
    const email = newEmail();
    const { id } = dataOf(await resend.contacts.create({ email, segments: [{ id: first }] }));
    expect(dataOf(await resend.contacts.segments.add({ email, segmentId: second }))).toEqual({ id: second });
    const listed = dataOf(await resend.contacts.segments.list({ contactId: id }));
    expect(listed).toMatchObject({ object: 'list', has_more: false });
    expect(listed.data.map((one) => one.name)).toEqual(['Second', 'First']);
    const page = dataOf(await resend.contacts.segments.list({ contactId: id, limit: 1 }));
    expect([page.has_more, page.data.map((one) => one.name)]).toEqual([true, ['Second']]);
    const back = dataOf(await resend.contacts.segments.list({ contactId: id, before: first }));
    expect(back.data.map((one) => one.name)).toEqual(['Second']);
    expect(dataOf(await resend.contacts.list({ segmentId: first })).data).toMatchObject([{ id, email }]);
    const removed = await resend.contacts.segments.remove({ contactId: id, segmentId: first });
    expect(dataOf(removed)).toMatchObject({ id: first, deleted: true });
    expect(dataOf(await resend.contacts.list({ segmentId: first })).data).toEqual([]);
    const again = await resend.contacts.segments.remove({ contactId: id, segmentId: first });
    expect(again.error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it('have a new contact with its choices, or nothing of it is there', async () => {
    const [first, second, email] = [await segment('One'), await segment('Two'), newEmail()];
    const topic = dataOf(await resend.topics.create({ name: 'News', defaultSubscription: 'opt_in' })).id;
    const add = () =>
      resend.contacts.create({
        email,
        unsubscribed: true,
        segments: [{ id: second }, { id: first }, { id: second }],
        topics: [{ id: topic, subscription: 'opt_out' }],
      });
    const members = stack.app.get(ListMemberRepository, { strict: false });
    vi.spyOn(members, 'insert').mockRejectedValueOnce(new Error('The database is gone'));
    expect((await add()).error).toMatchObject({ statusCode: 500 });
    expect((await resend.contacts.get({ email })).error).toMatchObject({ statusCode: 404 });
    expect(await stack.sql('select 1 from suppression where address = $1', [email])).toEqual([]);
    const { id } = dataOf(await add());
    expect(dataOf(await resend.contacts.segments.list({ contactId: id })).data.map((one) => one.id)).toEqual([
      second,
      first,
    ]);
    expect(await stack.sql('select 1 from suppression where address = $1', [email])).toHaveLength(2);
  });

  it('are locked before the choices of a new contact, and the audit log last', async () => {
    const [first, second, email] = [await segment('Early'), await segment('Late'), newEmail()];
    const topic = dataOf(await resend.topics.create({ name: 'Late news', defaultSubscription: 'opt_in' })).id;
    const kinds = [/insert into contact_list_member/, /"suppression"[ (]/, /insert into audit_entry/];
    const statements = await requestStatements(
      '/contacts',
      () =>
        resend.contacts.create({
          email,
          unsubscribed: true,
          segments: [{ id: second }, { id: first }, { id: second }],
          topics: [{ id: topic, subscription: 'opt_out' }],
        }),
      new RegExp(kinds.map(({ source }) => source).join('|')),
    );
    const found = statements.map((one) => kinds.findIndex((kind) => kind.test(one)));
    expect(found).toEqual([0, 0, 1, 1, 2]);
  });

  it('need a name', async () => {
    expect((await resend.segments.create({} as never)).error).toMatchObject({ name: 'missing_required_field' });
    expect((await resend.segments.create({ name: ' ' })).error).toMatchObject({ name: 'validation_error' });
  });
});

describe('audiences, as older clients name segments', () => {
  it('have the same routes and their own name', async () => {
    const client = (await acme.createKey()).client;
    const { body } = await client.post('/audiences', { name: 'Old' });
    expect(body).toEqual({ object: 'audience', id: expect.stringMatching(/^lst_/), name: 'Old' });
    expect((await client.get(`/audiences/${body.id}`)).body).toMatchObject({ object: 'audience', name: 'Old' });
    expect((await client.delete(`/audiences/${body.id}`)).body).toEqual({
      object: 'audience',
      id: body.id,
      deleted: true,
    });
  });

  it('take contacts: new ones, and those that are there', async () => {
    const [audienceId, other] = [await segment('Old'), await segment('Older')];
    const email = newEmail();
    const { id } = dataOf(
      await resend.contacts.create({ audienceId, email, firstName: 'Ana', properties: { a: 'b' } }),
    );
    const again = dataOf(await resend.contacts.create({ audienceId: other, email, lastName: 'Lima' }));
    expect(again).toEqual({ object: 'contact', id });
    expect(dataOf(await resend.contacts.get({ audienceId, email }))).toMatchObject({
      first_name: 'Ana',
      last_name: 'Lima',
    });
    expect(dataOf(await resend.contacts.list({ audienceId })).data).toHaveLength(1);
    expect(dataOf(await resend.contacts.update({ audienceId, id, firstName: 'Eva' }))).toMatchObject({ id });
    expect(dataOf(await resend.contacts.remove({ audienceId, id }))).toMatchObject({ contact: id, deleted: true });
    expect((await resend.contacts.get({ audienceId, id })).error).toMatchObject({ statusCode: 404 });
    expect(dataOf(await resend.contacts.get({ audienceId: other, id })).first_name).toBe('Eva');
  });

  it('do not subscribe again who has unsubscribed', async () => {
    const [audienceId, email] = [await segment('Form'), newEmail()];
    const { id } = dataOf(await resend.contacts.create({ email, unsubscribed: true }));
    dataOf(await resend.contacts.create({ audienceId, email, unsubscribed: false, firstName: 'Ana' }));
    expect(dataOf(await resend.contacts.get(id))).toMatchObject({ first_name: 'Ana', unsubscribed: true });
  });
});
