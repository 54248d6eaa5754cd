import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from './mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(mailStack);
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session());
let domainId: string;
let number = 0;

beforeAll(async () => {
  domainId = (await insertDomain(stack, tenant)).id;
});
const create = (client: HttpClient, body: object, id = domainId) => client.post(`/domains/${id}/mailboxes`, body);
const fresh = () => createMailbox(admin, domainId, `box-${++number}`);

describe('a new mailbox', () => {
  it('answers 201 with its address in lower case, and is found at its Location', async () => {
    const { status, body, headers } = await create(admin, { local_part: 'Ana.Lima', display_name: ' Ana Lima ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      domain_id: domainId,
      address: `ana.lima@${tenant.slug}.test`,
      local_part: 'ana.lima',
      display_name: 'Ana Lima',
      tipo: 'personal',
      origin: 'manual',
      role: 'owner',
      quota_bytes: 10 * 1024 ** 3,
      used_bytes: 0,
      messages: 0,
      unread: 0,
      has_avatar: false,
      subscribed: false,
      removed_at: null,
    });
    expect((await admin.get(String(headers['location']))).body).toEqual(body);
  });

  it('has its local part for a name if it is given none', async () => {
    expect((await create(admin, { local_part: 'plain' })).body.display_name).toBe('plain');
    expect((await create(admin, { local_part: 'spaces', display_name: '  ' })).body.display_name).toBe('spaces');
  });

  it.each(['postmaster', 'abuse', 'a+tag', "o'neil", 'x'.repeat(64)])('may be %s', async (local_part) => {
    expect((await create(admin, { local_part })).status).toBe(201);
  });

  it.each([
    [{}, 'local_part'],
    [{ local_part: '' }, 'local_part'],
    [{ local_part: 7 }, 'local_part'],
    [{ local_part: 'x'.repeat(65) }, 'local_part'],
    [{ local_part: '.a' }, 'local_part'],
    [{ local_part: 'a..b' }, 'local_part'],
    [{ local_part: 'a b' }, 'local_part'],
    [{ local_part: 'a@b' }, 'local_part'],
    [{ local_part: '"a b"' }, 'local_part'],
    [{ local_part: 'josé' }, 'local_part'],
    [{ local_part: 'srs0=x=y=z=w' }, 'local_part'],
    [{ local_part: 'ok', display_name: 'a\r\nBcc: x@y.test' }, 'display_name'],
    [{ local_part: 'ok', display_name: 'x'.repeat(101) }, 'display_name'],
    [{ local_part: 'ok', tipo: 'collective' }, 'tipo'],
  ])('of %j is invalid', async (body, field) => {
    const answer = await create(admin, body);
    expect([answer.status, answer.body.error]).toEqual([400, 'ValidationError']);
    expect(answer.body.message).toContain(field);
  });

  it('whose address is taken is refused, whatever its case, until its holder is removed', async () => {
    const { id, local_part } = await fresh();
    const taken = await create(admin, { local_part: local_part.toUpperCase() });
    expect([taken.status, taken.body.error]).toEqual([409, 'EnderecoEmUso']);
    await admin.delete(`/mailboxes/${id}`);
    expect((await create(admin, { local_part })).status).toBe(201);
  });

  it('is one if it is asked for at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(admin, { local_part: 'race' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('needs a domain of the tenant, the scope mail:admin or an admin', async () => {
    const body = { local_part: 'nobody' };
    expect((await create(admin, body, v7())).status).toBe(404);
    expect((await create(admin, body, 'x')).status).toBe(404);
    expect((await create(await (await stack.createTenant()).session(), body)).status).toBe(404);
    expect((await create(await (await stack.createTenant()).key(), body)).status).toBe(404);
    const missing = await create(await tenant.key('email:send'), body);
    expect([missing.status, missing.body.error]).toEqual([403, 'InsufficientScope']);
    expect(missing.body.message).toContain('mail:admin');
    expect((await create(await tenant.session('member'), body)).status).toBe(403);
    expect((await create(stack.anonymous, body)).status).toBe(401);
  });
});

describe('a mailbox that a key makes', () => {
  const ownersOf = async (id: string) =>
    stack.sql<{ user_id: string; role: string }>('select user_id, role from mailbox_grant where mailbox_id = $1', [id]);

  it('belongs to the owner of the tenant', async () => {
    const { userId } = await tenant.member();
    stack.issuer.answerOthers(({ path, headers }) =>
      path === `/internal/tenants/${tenant.id}/owner` && headers.authorization
        ? { body: JSON.stringify({ userId }), headers: { 'content-type': 'application/json' } }
        : undefined,
    );
    const { id, role } = await createMailbox(await tenant.key('mail:admin'), domainId, 'by-key');
    expect(role).toBeNull();
    expect(await ownersOf(id)).toEqual([{ user_id: userId, role: 'owner' }]);
  });

  it('is made without one while identity does not answer, and gets one later', async () => {
    stack.issuer.answerOthers(({ path }) => (path.endsWith('/owner') ? { status: 503 } : undefined));
    const { id } = await createMailbox(await tenant.key('mail:admin'), domainId, 'by-key-later');
    expect(await ownersOf(id)).toEqual([]);
    const userId = newId('usr');
    stack.issuer.answerOthers(({ path }) =>
      path.endsWith('/owner')
        ? { body: JSON.stringify({ userId }), headers: { 'content-type': 'application/json' } }
        : undefined,
    );
    await waitUntil(async () => {
      await stack.sql(
        `update outbox set available_at = now() where kind = 'mailbox.grant-owner' and available_at > now()`,
      );
      return (await ownersOf(id)).length > 0;
    });
    expect(await ownersOf(id)).toEqual([{ user_id: userId, role: 'owner' }]);
  });
});

describe('lists of mailboxes', () => {
  it('of a domain are pages, newest first, for admins and keys with mail:admin', async () => {
    const { id } = await insertDomain(stack, tenant, 'list.test');
    for (const name of ['one', 'two', 'three']) await createMailbox(admin, id, name);
    for (const client of [admin, await tenant.key('mail:admin')]) {
      const first = (await client.get(`/domains/${id}/mailboxes?limit=2`)).body;
      const second = (await client.get(`/domains/${id}/mailboxes?limit=2&cursor=${first.next_cursor}`)).body;
      const names = [...first.mailboxes, ...second.mailboxes].map(({ local_part }) => local_part);
      expect([names.join(), second.next_cursor]).toEqual(['three,two,one', '']);
      const wrong = (await client.get(`/domains/${id}/mailboxes?limit=2&cursor=abc`)).body;
      expect(wrong.mailboxes).toEqual(first.mailboxes);
    }
    expect((await (await tenant.key('email:read')).get(`/domains/${id}/mailboxes`)).status).toBe(403);
    expect((await (await tenant.session('member')).get(`/domains/${id}/mailboxes`)).status).toBe(403);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(`/domains/${id}/mailboxes`)).status).toBe(404);
  });

  it('hold for a member the mailboxes of which they have a grant, for an admin all', async () => {
    const { userId, client } = await tenant.member('member');
    const { id } = await fresh();
    expect((await client.get('/mailboxes')).body.mailboxes).toEqual([]);
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'reader' });
    expect((await client.get('/mailboxes')).body.mailboxes).toMatchObject([{ id, role: 'reader' }]);
    const { client: other } = await tenant.member('admin');
    const all = (await other.get('/mailboxes?limit=200')).body.mailboxes;
    expect(all.find((one: { id: string }) => one.id === id)).toMatchObject({ role: null });
    expect((await other.get('/mailboxes?granted=1')).body.mailboxes).toEqual([]);
    expect((await other.get('/mailboxes?granted=yes')).status).toBe(400);
  });

  it('count the messages of a mailbox and the unread ones of its inbox', async () => {
    const { id } = await fresh();
    await stack.sql(`update folder set total = 7, unread = 3 where mailbox_id = $1 and kind = 'inbox'`, [id]);
    await stack.sql(`update folder set total = 5, unread = 5 where mailbox_id = $1 and kind = 'spam'`, [id]);
    await stack.sql(`update mailbox set used_bytes = 12345 where id = $1`, [id]);
    expect((await admin.get(`/mailboxes/${id}`)).body).toMatchObject({ messages: 12, unread: 3, used_bytes: 12345 });
  });

  it('need a session but for those of a domain', async () => {
    const key = await tenant.key();
    const { id } = await fresh();
    for (const path of ['/mailboxes', `/mailboxes/${id}`]) {
      const answer = await key.get(path);
      expect([answer.status, answer.body.error]).toEqual([403, 'InsufficientScope']);
    }
    expect((await key.patch(`/mailboxes/${id}`, { display_name: 'x' })).status).toBe(403);
  });
});

describe('a mailbox', () => {
  it('is not found by another tenant, nor by a member without a grant', async () => {
    const { id } = await fresh();
    const rival = await (await stack.createTenant()).session();
    const colleague = await tenant.session('member');
    for (const client of [rival, colleague]) {
      expect((await client.get(`/mailboxes/${id}`)).status).toBe(404);
      expect((await client.patch(`/mailboxes/${id}`, { display_name: 'mine' })).status).toBe(404);
    }
    expect((await rival.get('/mailboxes/nonsense')).status).toBe(404);
  });

  it('is renamed by its managers, not by those who may only read or send', async () => {
    const { id } = await fresh();
    const { userId, client } = await tenant.member('member');
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'sender' });
    const denied = await client.patch(`/mailboxes/${id}`, { display_name: 'x' });
    expect([denied.status, denied.body.error]).toEqual([403, 'InsufficientScope']);
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'manager' });
    expect((await client.patch(`/mailboxes/${id}`, { display_name: 'Support' })).body).toMatchObject({
      id,
      display_name: 'Support',
      role: 'manager',
    });
    for (const body of [{}, { display_name: ' ' }, { display_name: null }, { display_name: 'a\nb' }, { x: 1 }]) {
      expect((await client.patch(`/mailboxes/${id}`, body)).status).toBe(400);
    }
  });

  it('has a quota, which admins set', async () => {
    const { id } = await fresh();
    await stack.sql(`update mailbox set used_bytes = 3000000 where id = $1`, [id]);
    const { userId, client } = await tenant.member('member');
    await admin.put(`/mailboxes/${id}/grants/${userId}`, { role: 'owner' });
    expect((await client.put(`/mailboxes/${id}/quota`, { quota_bytes: 5_000_000 })).status).toBe(403);
    expect((await admin.put(`/mailboxes/${id}/quota`, { quota_bytes: 5_000_000 })).body).toEqual({
      quota_bytes: 5_000_000,
      used_bytes: 3_000_000,
      remaining_bytes: 2_000_000,
    });
    await admin.put(`/mailboxes/${id}/quota`, { quota_bytes: 2_000_000 });
    expect((await client.get(`/mailboxes/${id}/quota`)).body.remaining_bytes).toBe(0);
    for (const quota_bytes of [0, 1000, 1.5, 2 ** 41, '5000000', null]) {
      expect((await admin.put(`/mailboxes/${id}/quota`, { quota_bytes })).status).toBe(400);
    }
    expect((await (await tenant.key()).get(`/mailboxes/${id}/quota`)).status).toBe(403);
  });
});
