import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { draft, inStatus, step, type Account } from '../campaigns/campaigns.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://t.demo.test' } }));

/** An account with a list that asks. */
async function account(): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session();
  const { body } = await session.post('/api/lists', { Name: 'News', DoubleOptIn: true });
  return { tenant, session, listId: body.List.Id };
}

/** Adds a new contact to the list; returns the path of the link in the mail that it gets. */
async function asked(owner: Account, Email: string): Promise<string> {
  const { body } = await owner.session.post('/api/contacts', { Email });
  return askedAgain(owner, body.Contact.Id, Email);
}

/** Asks a contact that exists and has had `before` mails. Returns the path of its link. */
async function askedAgain({ session, listId }: Account, id: string, email: string, before = 0): Promise<string> {
  expect((await session.post(`/api/lists/${listId}/members`, { ContactIds: [id] })).body.Asked).toBe(1);
  const mails = () => stack.mail.messages.filter(({ to }) => to.includes(email));
  await waitUntil(() => mails().length > before, { what: `a mail to ${email}` });
  const { raw } = mails()[before]!;
  const { text = '', html } = await simpleParser(raw);
  const path = /https:\/\/t\.demo\.test(\/t\/l\/[\w.~-]+)/.exec(text)?.[1] ?? '';
  expect(String(html)).toContain(`href="https://t.demo.test${path}"`);
  return path;
}

const counts = async ({ session, listId }: Account) => {
  const { MemberCount, PendingCount } = (await session.get(`/api/lists/${listId}`)).body.List;
  return [MemberCount, PendingCount];
};

describe('the link that confirms', () => {
  it('is in the mail alone: whoever reads the stored message cannot confirm for its recipient', async () => {
    const owner = await account();
    const path = await asked(owner, 'private@example.test');
    const [message] = await stack.sql<{ id: string }>('select id from message where tenant_id = $1', [owner.tenant.id]);
    const key = await owner.tenant.key();
    const query = operation('query', 'message', { id: 'ID!' }, 'body { text html } metadata events { detail }');
    const views = [
      (await owner.session.get(`/api/messages/${message?.id}`)).text,
      (await key.get(`/v1/emails/${message?.id}`)).text,
      (await key.get(`/v1/messages/${message?.id}`)).text,
      (await key.get('/v1/messages/export?format=ndjson')).text,
      JSON.stringify(await graphqlData(owner.session, query, { id: message?.id })),
      JSON.stringify(await stack.sql('select * from message_content where tenant_id = $1', [owner.tenant.id])),
      JSON.stringify(await stack.sql('select * from message_event where tenant_id = $1', [owner.tenant.id])),
    ];
    for (const view of views) expect(view).not.toContain('/t/l/');
    expect(views[0]).toContain('https://confirmation-link.invalid/');
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
    expect(await counts(owner)).toEqual([1, 0]);
  });

  it('is in no other mail that has its placeholder', async () => {
    const owner = await account();
    const key = await owner.tenant.key();
    const email = owner.tenant.email({ to: ['other@example.test'], text: 'https://confirmation-link.invalid/' });
    expect((await key.post('/v1/emails/send', email)).status).toBe(202);
    const { raw } = await stack.mail.waitFor(({ to }) => to.includes('other@example.test'));
    expect((await simpleParser(raw)).text).toContain('https://confirmation-link.invalid/');
  });
});

describe('a list that asks', () => {
  const Note = 'The form of the shop asks for the consent itself';

  const stop = (client: HttpClient, path = '/api/lists', more: object = { ConsentNote: Note }) =>
    client.post(path, { Name: 'News', DoubleOptIn: false, ...more });

  it('is stopped by the session of an owner alone', async () => {
    const owner = await account();
    const admin = await owner.tenant.session('admin');
    for (const answer of [await stop(admin), await stop(await owner.tenant.key(), '/v1/lists')]) {
      expect([answer.status, answer.body.Error.Code]).toEqual([403, 'PermissionDenied']);
      expect(answer.body.Error.Message).toContain('Only an owner, by a session, switches DoubleOptIn off');
    }
    const save = operation('mutation', 'saveContactList', { input: 'SaveContactListInput!' }, 'id doubleOptIn');
    const input = { name: 'News', doubleOptIn: false, consentNote: Note };
    expect(await graphqlCodes(admin, save, { input })).toEqual(['PermissionDenied']);
    expect((await owner.session.get(`/api/lists/${owner.listId}`)).body.List.DoubleOptIn).toBe(true);
    expect((await graphqlData(owner.session, save, { input })).saveContactList).toEqual({
      id: owner.listId,
      doubleOptIn: false,
    });
  });

  it('is stopped with a note, which is in the audit log with how many had not confirmed', async () => {
    const owner = await account();
    await asked(owner, 'waiting@example.test');
    const without = await stop(owner.session, '/api/lists', {});
    expect([without.body.Error.Code, without.body.Error.Details[0].Field]).toEqual(['MissingParameter', 'ConsentNote']);
    expect((await stop(owner.session)).status).toBe(200);
    expect((await stop(owner.session)).status).toBe(200);
    const audit = await stack.sql(
      `select after from audit_entry where action = 'list.double-opt-in-stopped' and object_id = $1`,
      [owner.listId],
    );
    expect(audit).toEqual([{ after: { pending: 1, note: Note } }]);
    expect(await counts(owner)).toEqual([1, 1]);
  });

  it('goes on asking when it is saved without a word of that, by anybody', async () => {
    const owner = await account();
    const admin = await owner.tenant.session('admin');
    const { body } = await admin.post('/api/lists', { Name: 'The news', Slug: 'news' });
    expect(body.List).toMatchObject({ Name: 'The news', DoubleOptIn: true });
    expect((await stop(admin, '/api/lists', { Name: 'Another' })).body.List.DoubleOptIn).toBe(false);
  });
});

describe('a member with a new address', () => {
  /** Makes a contact that has confirmed at an address; returns its id, and the path of its link. */
  async function confirmed(owner: Account, email: string): Promise<{ id: string; path: string }> {
    const path = await asked(owner, email);
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
    const [contact] = await stack.sql<{ id: string }>('select id from contact where tenant_id = $1', [owner.tenant.id]);
    return { id: contact!.id, path };
  }

  const linkTo = async (email: string) => {
    const { raw } = await stack.mail.waitFor(({ to }) => to.includes(email));
    return /https:\/\/t\.demo\.test(\/t\/l\/[\w.~-]+)/.exec((await simpleParser(raw)).text ?? '')![1]!;
  };

  it('is asked there, and gets no campaign before the answer: nobody consents for another person', async () => {
    const owner = await account();
    const { id, path } = await confirmed(owner, 'mine@example.test');
    const key = await owner.tenant.key();
    expect((await key.send('PATCH', `/v1/contacts/${id}`, JSON.stringify({ Email: 'new@example.test' }))).status).toBe(
      200,
    );
    expect(await counts(owner)).toEqual([1, 1]);
    const [proof] = await stack.sql(
      'select confirmed_at, confirmed_ip from contact_list_member where contact_id = $1',
      [id],
    );
    expect(proof).toEqual({ confirmed_at: null, confirmed_ip: null });
    const campaign = await draft(owner, { Text: 'Hello. {{ unsubscribe_url }}' });
    await step(owner, campaign, 'start');
    expect((await inStatus(owner, campaign, 'completed')).Progress.Recipients).toBe(0);

    const link = await linkTo('new@example.test');
    await stack.anonymous.send('POST', path);
    expect(await counts(owner)).toEqual([1, 1]);
    expect((await stack.anonymous.send('POST', link)).text).toContain('You are subscribed');
    expect(await counts(owner)).toEqual([1, 0]);
  });

  it('is pending from the moment that it has none, and asked when it has one again', async () => {
    const owner = await account();
    const { id } = await confirmed(owner, 'first@example.test');
    expect((await owner.session.patch(`/api/contacts/${id}`, { Email: null, Phone: '+5511987654321' })).status).toBe(
      200,
    );
    expect(await counts(owner)).toEqual([1, 1]);
    const rows = [{ Email: 'second@example.test', Phone: '+5511987654321' }];
    expect((await owner.session.post('/api/contacts/bulk', { Contacts: rows })).body).toMatchObject({ Updated: 1 });
    expect((await stack.anonymous.send('POST', await linkTo('second@example.test'))).status).toBe(200);
    expect(await counts(owner)).toEqual([1, 0]);
  });

  it('is not asked about another spelling of the same address, nor by a list that does not ask', async () => {
    const owner = await account();
    const { id } = await confirmed(owner, 'same@example.test');
    const { body } = await owner.session.post('/api/lists', { Name: 'Open' });
    await owner.session.post(`/api/lists/${body.List.Id}/members`, { ContactIds: [id] });
    await owner.session.patch(`/api/contacts/${id}`, { Email: 'Same@Example.test' });
    expect(await counts(owner)).toEqual([1, 0]);
    await owner.session.patch(`/api/contacts/${id}`, { Email: 'other-than-before@example.test' });
    expect(await counts(owner)).toEqual([1, 1]);
    expect(await counts({ ...owner, listId: body.List.Id })).toEqual([1, 0]);
  });

  it('is asked five times at most without an answer, however often its address changes', async () => {
    const owner = await account();
    await asked(owner, 'a0@example.test');
    const [contact] = await stack.sql<{ id: string }>('select id from contact where tenant_id = $1', [owner.tenant.id]);
    for (let n = 1; n <= 6; n += 1)
      await owner.session.patch(`/api/contacts/${contact!.id}`, { Email: `a${n}@example.test` });
    const [member] = await stack.sql('select asks from contact_list_member where contact_id = $1', [contact!.id]);
    expect(member).toEqual({ asks: 5 });
    expect(await counts(owner)).toEqual([1, 1]);
  });
});

describe('a member who left the list by a campaign', () => {
  const email = 'back@example.test';

  const mailed = async (owner: Account): Promise<number> => {
    const id = await draft(owner, { Text: 'Hello. {{ unsubscribe_url }}' });
    await step(owner, id, 'start');
    return (await inStatus(owner, id, 'completed')).Progress.Accepted;
  };

  it('gets its campaigns again after a confirmation, and not before', async () => {
    const owner = await account();
    expect((await stack.anonymous.send('POST', await asked(owner, email))).status).toBe(200);
    expect(await mailed(owner)).toBe(1);
    const { raw } = await stack.mail.waitFor(({ to, source }) => to.includes(email) && source.includes('/t/u/'));
    const leave = /https:\/\/t\.demo\.test(\/t\/u\/[\w-]+)/.exec((await simpleParser(raw)).text ?? '')![1]!;
    expect((await stack.anonymous.send('POST', leave)).status).toBe(200);
    expect(await mailed(owner)).toBe(0);

    const [contact] = await stack.sql<{ id: string }>('select id from contact where tenant_id = $1', [owner.tenant.id]);
    const body = JSON.stringify({ ContactIds: [contact?.id] });
    await owner.session.send('DELETE', `/api/lists/${owner.listId}/members`, body);
    const path = await askedAgain(owner, contact!.id, email, 2);
    const [held] = await stack.sql('select topic from suppression where tenant_id = $1', [owner.tenant.id]);
    expect(held).toEqual({ topic: owner.listId });
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
    expect(await mailed(owner)).toBe(1);
  });

  it('stays away when the account notes that by itself', async () => {
    const owner = await account();
    const path = await asked(owner, 'kept@example.test');
    await stack.sql(
      `insert into suppression (tenant_id, address, topic, id, position, reason, source)
       values ($1, 'kept@example.test', $2, gen_random_uuid(), 1, 'manual', 'api')`,
      [owner.tenant.id, owner.listId],
    );
    expect((await stack.anonymous.send('POST', path)).text).toContain('You are subscribed');
    expect(await mailed(owner)).toBe(0);
  });
});
