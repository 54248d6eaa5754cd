import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { ManagedMailDomain } from '../../../../test/support/mail-domains.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { DomainRechecks } from './verification/domain-rechecks.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ ROLE: 'api', DNS_SERVER: dns.server }));
const acme = usePrepared(() => stack.createTenant());
const owner = usePrepared(() => acme.session());
let orgId: string;

beforeAll(async () => {
  orgId = (await owner.get('/orgs')).body.orgs[0].id;
});

const add = (name: string, client = owner) => client.post(`/orgs/${orgId}/domains`, { name });

const audited = (id: string) =>
  stack.sql<{ action: string; after: Record<string, unknown> | null }>(
    'select action, after from audit_entry where object_id = $1 order by id',
    [id],
  );

describe('adding a domain', () => {
  it('answers it with its keys, what to publish, and where it is', async () => {
    const { status, body, headers } = await add('Added.Example.');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      org_id: orgId,
      name: 'added.example',
      status: 'pending',
      verified_at: null,
      catch_all_mailbox_id: null,
      autocreate: false,
    });
    expect(body.keys.map((key: { algorithm: string; state: string }) => [key.algorithm, key.state])).toEqual([
      ['rsa-2048', 'pending'],
      ['ed25519', 'pending'],
    ]);
    expect(headers['location']).toBe(`/domains/${body.id}`);
    expect((await owner.get(`/domains/${body.id}`)).body).toEqual(body);
    expect((await audited(body.id)).map(({ action }) => action)).toEqual(['domain.added']);
    expect((await owner.get('/orgs')).body.orgs[0].dominios).toBeGreaterThanOrEqual(1);
  });

  it('keeps private keys sealed', async () => {
    const { body } = await add('sealed.example');
    const rows = await stack.sql<{ key: string }>(
      'select private_key as key from dkim_signing_key where domain_id = $1',
      [body.id],
    );
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).not.toContain('PRIVATE');
  });

  it.each(['localhost', '10.0.0.1', 'a b.example', 'x@y.example', '-.example', ''])('rejects %j', async (name) => {
    const { status, body } = await add(name);
    expect([status, body.error]).toEqual([400, 'ValidationError']);
    expect(body.message).toContain('name');
  });

  it('names an unknown field', async () => {
    const { status, body } = await owner.post(`/orgs/${orgId}/domains`, { name: 'unknown.example', nome: 'x' });
    expect([status, body.error]).toEqual([400, 'ValidationError']);
    expect(body.message).toContain('nome');
  });

  it('rejects a name that the account has, in any spelling, and one of two at once', async () => {
    await add('taken.example');
    const again = await add('TAKEN.example.');
    expect([again.status, again.body.error]).toEqual([409, 'EnderecoEmUso']);
    const both = await Promise.all([add('twice.example'), add('twice.example')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('lets accounts claim one name, with tokens and keys of their own', async () => {
    const domains = [
      await ManagedMailDomain.add(stack, dns, 'claimed.example'),
      await ManagedMailDomain.add(stack, dns, 'claimed.example'),
    ];
    const values = domains.flatMap(({ records }) =>
      records.filter(({ required }) => required).map(({ value }) => value),
    );
    expect(new Set(values).size).toBe(6);
  });

  it('stops at a hundred', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const id: string = (await session.get('/orgs')).body.orgs[0].id;
    await stack.sql(
      `insert into mail_domain (tenant_id, id, organisation_id, name)
       select $1, gen_random_uuid(), $2, 'n' || n || '.example' from generate_series(1, 99) n`,
      [tenant.id, id],
    );
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) => session.post(`/orgs/${id}/domains`, { name: `${name}.example` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const list = await session.get(`/orgs/${id}/domains?limit=100`);
    expect([list.body.domains.length, list.body.next_cursor]).toEqual([100, '']);
  });
});

describe('who may', () => {
  it('look: members and keys with the scope; change: admins and such keys', async () => {
    const { body } = await add('access.example');
    const [member, admin, key] = [
      await acme.session('member'),
      await acme.session('admin'),
      await acme.key('mail:admin'),
    ];
    for (const client of [member, admin, key]) {
      expect((await client.get(`/orgs/${orgId}/domains`)).status).toBe(200);
      expect((await client.get(`/domains/${body.id}`)).status).toBe(200);
    }
    expect((await add('by-member.example', member)).body.error).toBe('InsufficientScope');
    expect((await member.put(`/domains/${body.id}/autocreate`, { enabled: true })).status).toBe(403);
    expect((await add('by-admin.example', admin)).status).toBe(201);
    expect((await add('by-key.example', key)).status).toBe(201);
    const other = await acme.key('email:send');
    expect((await add('by-other-key.example', other)).body.error).toBe('InsufficientScope');
  });

  it('another account finds nothing, before its body is looked at', async () => {
    const { body } = await add('hidden.example');
    const rival = await (await stack.createTenant()).session();
    const path = `/domains/${body.id}`;
    const answers = await Promise.all([
      rival.get(path),
      rival.get(`${path}/dns`),
      rival.post(`${path}/verify`, {}),
      rival.post(`${path}/dkim/rotate`, {}),
      rival.put(`${path}/catchall`, { bad: true }),
      rival.put(`${path}/autocreate`, { enabled: 'x' }),
      rival.delete(path),
      rival.post(`/orgs/${orgId}/domains`, { bad: true }),
      rival.get('/domains/nothing/dns'),
      rival.get(`/domains/${uuidv7()}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });
});

describe('listing domains', () => {
  it('goes page by page, newest first; a cursor that is none is the first page', async () => {
    const tenant = await stack.createTenant();
    for (const name of ['one.example', 'two.example', 'three.example'])
      await ManagedMailDomain.add(stack, dns, name, tenant);
    const client = await tenant.key('mail:admin');
    const id: string = (await client.get('/orgs')).body.orgs[0].id;
    const names = (body: { domains: { name: string }[] }) => body.domains.map(({ name }) => name);
    const first = (await client.get(`/orgs/${id}/domains?limit=2`)).body;
    expect(names(first)).toEqual(['three.example', 'two.example']);
    const second = (await client.get(`/orgs/${id}/domains?limit=2&cursor=${first.next_cursor}`)).body;
    expect([names(second), second.next_cursor]).toEqual([['one.example'], '']);
    expect(names((await client.get(`/orgs/${id}/domains?limit=2&cursor=nothing`)).body)).toEqual(names(first));
  });
});

describe('mail to addresses without a mailbox', () => {
  it('goes to the mailbox that is chosen, or to none', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    const mailbox = await domain.insertMailbox('all');
    const chosen = await domain.owner.put(`${domain.path}/catchall`, { mailbox_id: mailbox });
    expect([chosen.status, chosen.body.catch_all_mailbox_id]).toEqual([200, mailbox]);
    expect((await domain.read()).catch_all_mailbox_id).toBe(mailbox);
    const none = await domain.owner.put(`${domain.path}/catchall`, { mailbox_id: null });
    expect(none.body.catch_all_mailbox_id).toBeNull();
    await domain.owner.put(`${domain.path}/catchall`, { mailbox_id: null });
    expect((await audited(domain.id)).map(({ action, after }) => [action, after?.['catchAllMailboxId']])).toEqual([
      ['domain.added', undefined],
      ['domain.changed', mailbox],
      ['domain.changed', null],
    ]);
  });

  it('goes to no mailbox of another account, nor to a removed one', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    const other = await ManagedMailDomain.add(stack, dns);
    const removed = await domain.insertMailbox('gone');
    await stack.sql('update mailbox set removed_at = now() where id = $1', [removed]);
    for (const mailbox_id of [await other.insertMailbox('theirs'), removed, uuidv7()]) {
      const { status, body } = await domain.owner.put(`${domain.path}/catchall`, { mailbox_id });
      expect([status, body.error]).toEqual([400, 'ValidationError']);
    }
    for (const body of [{}, { mailbox_id: 'x' }, { mailbox_id: null, more: 1 }])
      expect((await domain.owner.put(`${domain.path}/catchall`, body)).status).toBe(400);
  });

  it('makes a mailbox where that is switched on', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    const { status, body } = await domain.owner.put(`${domain.path}/autocreate`, { enabled: true });
    expect([status, body.autocreate]).toEqual([200, true]);
    for (const enabled of ['true', null, undefined])
      expect((await domain.owner.put(`${domain.path}/autocreate`, { enabled })).status).toBe(400);
  });
});

describe('removing a domain', () => {
  it('takes its keys with it and leaves the name free', async () => {
    const domain = await ManagedMailDomain.verified(stack, dns);
    expect((await domain.owner.delete(domain.path)).status).toBe(204);
    expect((await domain.owner.get(domain.path)).status).toBe(404);
    expect(await stack.sql('select from dkim_signing_key where domain_id = $1', [domain.id])).toEqual([]);
    const again = await domain.owner.post(`/orgs/${domain.orgId}/domains`, { name: domain.name });
    expect([again.status, again.body.status]).toEqual([201, 'pending']);
    expect((await audited(domain.id)).map(({ action }) => action).at(-1)).toBe('domain.removed');
  });

  it('is rejected while mailboxes live on it', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    await domain.insertMailbox('one');
    const { status, body } = await domain.owner.delete(domain.path);
    expect([status, body.error]).toEqual([409, 'Conflict']);
    expect(body.message).toContain('a mailbox');
  });

  it('keeps what its removed mailboxes refer to until they are purged', async () => {
    const domain = await ManagedMailDomain.add(stack, dns);
    const mailbox = await domain.insertMailbox('one');
    await domain.owner.put(`${domain.path}/catchall`, { mailbox_id: mailbox });
    await stack.sql('update mailbox set removed_at = now() where id = $1', [mailbox]);
    expect((await domain.owner.delete(domain.path)).status).toBe(204);
    expect((await domain.owner.get(domain.path)).status).toBe(404);
    expect((await domain.owner.get('/orgs')).body.orgs[0].dominios).toBe(0);
    const rechecks = stack.app.get(DomainRechecks, { strict: false });
    await rechecks.purge();
    const rows = () => stack.sql('select from mail_domain where id = $1', [domain.id]);
    expect(await rows()).toHaveLength(1);
    await stack.sql('delete from mailbox where id = $1', [mailbox]);
    await rechecks.purge();
    expect(await rows()).toHaveLength(0);
  });
});
