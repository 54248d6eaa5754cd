import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { isUuid } from '#libs/core/http';
import { DnsSink } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  platformStack({ environment: { DNS_SERVER: dns.server, SPF_INCLUDE: 'spf.service.test' } }),
);

const createSession = async (role?: 'owner' | 'admin' | 'member') => (await stack.createTenant()).session(role);

describe('adding a domain', () => {
  it('answers the domain, where it is, its keys and what to publish', async () => {
    const session = await createSession('admin');
    const { status, headers, body } = await session.post('/api/domains', { Name: 'Mail.Example.COM.' });
    expect(status).toBe(201);
    const { Domain } = body;
    expect(headers['location']).toBe(`/api/domains/${Domain.Id}`);
    expect(isUuid(Domain.Id)).toBe(true);
    expect(Domain.Id[14]).toBe('7');
    expect(Domain).toMatchObject({ Name: 'mail.example.com', Status: 'pending', VerifiedAt: null });
    expect(Domain).toMatchObject({ LastCheckedAt: null, MissingSince: null, CreatedAt: expect.stringMatching(/Z$/) });
    expect(Domain.Keys).toEqual(
      ['rsa-2048', 'ed25519'].map((Algorithm) => ({
        Selector: expect.stringMatching(/^(rsa|ed)-[0-9a-f]{10}$/),
        Algorithm,
        Active: false,
        State: 'pending',
        CreatedAt: expect.any(String),
        RetiredAt: null,
      })),
    );
    const [rsa, ed] = Domain.Keys.map(({ Selector }: { Selector: string }) => Selector);
    const record = (Purpose: string, Name: string, Value: unknown, Required: boolean) => ({
      Purpose,
      Type: 'TXT',
      Name,
      Value,
      Required,
      Status: 'unchecked',
      RemoveAfter: null,
    });
    const token = expect.stringMatching(/^service-verification=[0-9a-f]{32}$/);
    expect(Domain.Records).toEqual([
      record('ownership', '_service-verification.mail.example.com', token, true),
      record('dkim', `${rsa}._domainkey.mail.example.com`, expect.stringMatching(/^v=DKIM1; k=rsa; p=MIIB/), true),
      record('dkim', `${ed}._domainkey.mail.example.com`, expect.stringMatching(/^v=DKIM1; k=ed25519; p=/), true),
      record('spf', 'mail.example.com', 'v=spf1 include:spf.service.test ~all', false),
      record('dmarc', '_dmarc.mail.example.com', 'v=DMARC1; p=none', false),
    ]);
    const read = await session.get(`/api/domains/${Domain.Id}`);
    expect(read.body).toEqual({ Domain, RequestId: expect.any(String) });
  });

  it('keeps private keys sealed', async () => {
    const session = await createSession();
    const { text, body } = await session.post('/api/domains', { Name: 'sealed.example' });
    const rows = await stack.sql<{ private_key: string }>('select private_key from domain_key where domain_id = $1', [
      body.Domain.Id,
    ]);
    expect(rows).toHaveLength(2);
    for (const { private_key } of rows) expect(private_key).toMatch(/^v1\./);
    expect(text).not.toContain('PRIVATE');
  });

  it('takes a name in another script in its form for DNS', async () => {
    const { body } = await (await createSession()).post('/api/domains', { Name: 'MÜNCHEN.example' });
    expect(body.Domain.Name).toBe('xn--mnchen-3ya.example');
  });

  it.each([
    [{ Name: 'localhost' }],
    [{ Name: '10.0.0.1' }],
    [{ Name: 'https://example.com' }],
    [{ Name: 'a..b' }],
    [{ Name: '' }],
    [{ Name: 'x'.repeat(300) }],
    [{ Name: 7 }],
    [{ Name: null }],
    [{}],
    [{ Name: 'fine.example', Verified: true }],
  ])('refuses %j as malformed', async (wanted) => {
    const { status, body } = await (await createSession()).post('/api/domains', wanted);
    expect([status, body.Error.Code]).toEqual([400, 'ValidationError']);
    expect(body.Error.Details[0].Field).toBe('Verified' in wanted ? 'Verified' : 'Name');
  });

  it('rejects a name that the account has, in any spelling, and one of two concurrent calls', async () => {
    const session = await createSession();
    const added = await Promise.all([1, 2, 3].map(() => session.post('/api/domains', { Name: 'once.example' })));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const again = await session.post('/api/domains', { Name: 'ONCE.example.' });
    expect([again.status, again.body.Error.Code]).toEqual([409, 'AlreadyExists']);
    expect(again.body.Error.Details[0].Field).toBe('Name');
  });

  it('lets several accounts claim one name, with tokens and keys of their own', async () => {
    const claims = await Promise.all(
      [await createSession(), await createSession()].map((session) =>
        session.post('/api/domains', { Name: 'claimed.example' }),
      ),
    );
    expect(claims.map(({ status }) => status)).toEqual([201, 201]);
    const values = claims.flatMap(({ body }) =>
      body.Domain.Records.slice(0, 3).map((one: { Value: string }) => one.Value),
    );
    expect(new Set(values).size).toBe(6);
  });

  it('stops at a hundred, however many come at once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    await stack.sql(
      `insert into sending_domain (tenant_id, id, name)
       select $1, id, 'd' || n || '.example' from unnest($2::uuid[]) with ordinality as given (id, n)`,
      [tenant.id, Array.from({ length: 97 }, () => uuidv7())],
    );
    const names = ['a', 'b', 'c', 'd'].map((label) => ({ Name: `${label}.example` }));
    const answers = await Promise.all(names.map((name) => session.post('/api/domains', name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    const refused = await session.post('/api/domains', { Name: 'e.example' });
    expect(refused.body.Error).toMatchObject({ Code: 'InvalidParameter', Message: expect.stringContaining('100') });
  });
});

describe('looking at domains', () => {
  it('pages through them, newest first', async () => {
    const session = await createSession();
    for (const name of ['one', 'two', 'three']) await session.post('/api/domains', { Name: `${name}.example` });
    const first = (await session.get('/api/domains?limit=2')).body;
    const names = (page: { Domains: { Name: string }[] }) => page.Domains.map(({ Name }) => Name);
    expect([names(first), first.HasMore]).toEqual([['three.example', 'two.example'], true]);
    expect(Number.isSafeInteger(first.NextCursor)).toBe(true);
    const second = (await session.get(`/api/domains?limit=2&cursor=${first.NextCursor}`)).body;
    expect([names(second)[0], second.Domains.length, second.HasMore, second.NextCursor]).toEqual([
      'one.example',
      2,
      false,
      0,
    ]);
    expect(second.Domains[0].Keys).toHaveLength(2);
    expect(names((await session.get('/api/domains?cursor=0')).body)).toHaveLength(4);
  });

  it.each(['cursor=x', 'limit=0', 'limit=101', 'other=1'])('refuses ?%s', async (query) => {
    expect((await (await createSession()).get(`/api/domains?${query}`)).status).toBe(422);
  });

  it('shows them by GraphQL, with the same values', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('member');
    const query = `query ($id: ID!) {
      sendingDomainPage(limit: 1) { domains { id name status } nextCursor hasMore }
      sendingDomain(id: $id) { name status verifiedAt records { purpose type required status } keys { selector } }
    }`;
    const [known] = (await session.get('/api/domains')).body.Domains;
    const { body } = await session.post('/graphql', { query, variables: { id: known.Id } });
    expect(body.data.sendingDomainPage).toEqual({
      domains: [
        {
          id: known.Id,
          name: `${tenant.slug}.test`,
          status: 'verified',
        },
      ],
      nextCursor: '0',
      hasMore: false,
    });
    expect(body.data.sendingDomain).toMatchObject({ status: 'verified', verifiedAt: known.VerifiedAt, keys: [] });
    const otherSession = await createSession();
    const hidden = await otherSession.post('/graphql', { query, variables: { id: known.Id } });
    expect(hidden.body.data.sendingDomain).toBeNull();
    expect(hidden.body.errors[0].extensions.code).toBe('NotFound');
  });
});

describe('who may', () => {
  const routes = (id: string) =>
    [
      ['GET', `/api/domains/${id}`],
      ['DELETE', `/api/domains/${id}`],
      ['POST', `/api/domains/${id}/verify`],
      ['POST', `/api/domains/${id}/rotate-keys`],
    ] as const;

  it('a member reads and changes nothing', async () => {
    const tenant = await stack.createTenant();
    const member = await tenant.session('member');
    const [known] = (await member.get('/api/domains')).body.Domains;
    expect((await member.post('/api/domains', { Name: 'x.example' })).status).toBe(403);
    for (const [method, path] of routes(known.Id).slice(1)) expect((await member.send(method, path)).status).toBe(403);
    expect((await member.get(`/api/domains/${known.Id}`)).status).toBe(200);
  });

  it('another account finds none of it', async () => {
    const [known] = (await (await createSession()).get('/api/domains')).body.Domains;
    const rival = await createSession();
    for (const id of [known.Id, uuidv7(), 'no-uuid']) {
      for (const [method, path] of routes(id)) {
        const { status, body } = await rival.send(method, path, method === 'POST' ? '{}' : undefined);
        expect([status, body.Error.Code]).toEqual([404, 'NotFound']);
      }
    }
  });

  it('no API key and no call without a credential', async () => {
    const key = await (await stack.createTenant()).key();
    expect((await key.get('/api/domains')).status).toBe(401);
    expect((await stack.anonymous.get('/api/domains')).status).toBe(401);
  });

  it('a suspended account reads', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const [known] = (await session.get('/api/domains')).body.Domains;
    await tenant.setStatus('suspended');
    expect((await session.get('/api/domains')).status).toBe(200);
    expect((await session.post(`/api/domains/${known.Id}/verify`, {})).body.Error.Code).toBe('TenantSuspended');
  });
});

describe('the role of the system', () => {
  it('sees when verified domains are due, and neither names, tokens nor keys', async () => {
    const pg = await import('pg');
    const client = new pg.default.Client({ connectionString: stack.database.systemUrl });
    await client.connect();
    try {
      const { rows } = await client.query('select verified_at from sending_domain');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ verified_at }) => verified_at !== null)).toBe(true);
      for (const column of ['name', 'ownership_token'])
        await expect(client.query(`select ${column} from sending_domain`)).rejects.toThrow('permission denied');
      await expect(client.query('select 1 from domain_key')).rejects.toThrow('permission denied');
      await expect(client.query('update sending_domain set verified_at = null')).rejects.toThrow('permission denied');
      const { rowCount } = await client.query('update sending_domain set next_check_at = now()');
      expect(rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });
});

describe('removing a domain', () => {
  it('takes its keys with it and leaves the name free', async () => {
    const session = await createSession();
    const { body } = await session.post('/api/domains', { Name: 'gone.example' });
    const path = `/api/domains/${body.Domain.Id}`;
    const deleted = await session.delete(path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await session.get(path)).status).toBe(404);
    expect((await session.delete(path)).status).toBe(404);
    expect(await stack.sql('select 1 from domain_key where domain_id = $1', [body.Domain.Id])).toEqual([]);
    const again = await session.post('/api/domains', { Name: 'gone.example' });
    expect(again.body.Domain.Records[0].Value).not.toBe(body.Domain.Records[0].Value);
  });
});
