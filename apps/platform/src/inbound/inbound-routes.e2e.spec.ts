import { describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../test/support/graphql-names.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { addRoute } from './inbound.fixture.js';
import { MAX_ROUTES } from './routes/inbound-routes.service.js';

const MX = 'mx.service.test';

const dns = useStack(() => DnsSink.start());
const mail = useStack(startEventReceiver);
const stack = useStack(() =>
  platformStack({ environment: { DNS_SERVER: dns.server, INBOUND_MX_HOST: MX, MAIL_URL: mail.url } }),
);
const acme = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => acme.session('admin'));

const domainOf = ({ slug }: TestTenant) => `${slug}.test`;

describe('a route of received mail', () => {
  it('is added, read, changed and removed by key, and says which MX record its domain needs', async () => {
    const client = await acme.key('domains:read', 'domains:write');
    const given = { Domain: domainOf(acme).toUpperCase(), Recipient: 'Support', Description: 'Questions' };
    const { status, body, headers } = await client.post('/v1/inbound/routes', given);
    expect(status).toBe(201);
    const { Id } = body.Route;
    expect(headers['location']).toBe(`/v1/inbound/routes/${Id}`);
    expect(body.Route).toEqual({
      Id: expect.stringMatching(/^irt_[0-9a-f]{16}$/),
      Domain: domainOf(acme),
      Recipient: 'support',
      WebhookId: null,
      Enabled: true,
      Description: 'Questions',
      Mx: { Name: domainOf(acme), Value: `10 ${MX}`, Status: 'missing' },
      CreatedAt: expect.any(String),
      UpdatedAt: expect.any(String),
    });
    const path = `/v1/inbound/routes/${Id}`;
    const { Route } = (await client.patch(path, { Recipient: '*', Enabled: false, Description: null })).body;
    expect(Route).toMatchObject({ Recipient: '*', Enabled: false, Description: null });
    expect((await client.get(path)).body.Route).toEqual(Route);
    expect((await client.get('/v1/inbound/routes')).body.Routes).toEqual([Route]);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  it('shows the MX record as found once it is in DNS', async () => {
    const tenant = await stack.createTenant();
    dns.add(domainOf(tenant), 'MX', `20 ${MX}`);
    const client = await tenant.session('admin');
    const { Id } = await addRoute(client, { Domain: domainOf(tenant), Recipient: '*' });
    expect((await client.get(`/api/inbound/routes/${Id}`)).body.Route.Mx.Status).toBe('found');
  });

  it.each([
    [{ Domain: 'elsewhere.test' }, 422, 'DomainNotVerified', 'Domain'],
    [{ Domain: 'no domain' }, 422, 'DomainNotVerified', 'Domain'],
    [{ Recipient: 'a b' }, 400, 'ValidationError', 'Recipient'],
    [{ Recipient: 'a@b' }, 400, 'ValidationError', 'Recipient'],
    [{ Recipient: 'a'.repeat(65) }, 400, 'ValidationError', 'Recipient'],
    [{ WebhookId: 'whk_0123456789abcdef' }, 422, 'InvalidParameter', 'WebhookId'],
  ])('with %j is refused', async (change, status, code, field) => {
    const answer = await admin.post('/api/inbound/routes', { Domain: domainOf(acme), Recipient: 'x', ...change });
    expect(answer.status).toBe(status);
    expect(answer.body.Error).toMatchObject({ Code: code, Details: [{ Field: field }] });
  });

  it('needs a domain that its own account has verified', async () => {
    const rival = await stack.createTenant();
    const answer = await (
      await rival.session()
    ).post('/api/inbound/routes', { Domain: domainOf(acme), Recipient: 'x' });
    expect(answer.body.Error.Code).toBe('DomainNotVerified');
  });

  it('has a webhook that subscribes to its event, and outlives it', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    const add = async (Events: string[]) =>
      (await client.post('/api/webhooks', { Url: 'https://example.com/hooks', Events })).body.Webhook.Id;
    const other = await client.post('/api/inbound/routes', {
      Domain: domainOf(tenant),
      Recipient: 'x',
      WebhookId: await add(['email.sent']),
    });
    expect(other.body.Error.Code).toBe('InvalidParameter');
    const WebhookId = await add(['email.received']);
    const { Id } = await addRoute(client, { Domain: domainOf(tenant), Recipient: 'x', WebhookId });
    await client.delete(`/api/webhooks/${WebhookId}`);
    expect((await client.get(`/api/inbound/routes/${Id}`)).body.Route.WebhookId).toBeNull();
  });

  it('is one for each recipient of a domain', async () => {
    const route = { Domain: domainOf(acme), Recipient: 'once' };
    const { Id } = await addRoute(admin, route);
    const again = await admin.post('/api/inbound/routes', { ...route, Recipient: 'ONCE' });
    expect([again.status, again.body.Error.Code]).toEqual([409, 'AlreadyExists']);
    const other = await addRoute(admin, { ...route, Recipient: 'other' });
    expect((await admin.patch(`/api/inbound/routes/${other.Id}`, { Recipient: 'once' })).status).toBe(409);
    expect((await admin.patch(`/api/inbound/routes/${Id}`, {})).body.Error.Code).toBe('MissingParameter');
  });

  it('is one of a limited number, also when several are added at once', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session();
    await stack.sql(
      `insert into inbound_route (tenant_id, id, domain_id, domain, recipient, enabled)
       select tenant_id, 'irt_' || lpad(n::text, 16, '0'), id, name, 'r' || n, true
         from sending_domain, generate_series(1, $2) as n where tenant_id = $1`,
      [tenant.id, MAX_ROUTES - 1],
    );
    const add = (Recipient: string) => client.post('/api/inbound/routes', { Domain: domainOf(tenant), Recipient });
    const answers = await Promise.all(['a', 'b', 'c'].map(add));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('is changed by admins alone', async () => {
    const member = await acme.session('member');
    const { status } = await member.post('/api/inbound/routes', { Domain: domainOf(acme), Recipient: 'm' });
    expect(status).toBe(403);
    expect((await member.get('/api/inbound/routes')).status).toBe(200);
  });

  it('goes with its domain', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    const { Id } = await addRoute(client, { Domain: domainOf(tenant), Recipient: 'x' });
    const [domain] = (await client.get('/api/domains')).body.Domains;
    expect((await client.delete(`/api/domains/${domain.Id}`)).status).toBe(204);
    expect((await client.get(`/api/inbound/routes/${Id}`)).status).toBe(404);
  });
});

describe('routes by GraphQL', () => {
  const ROUTE = 'id domain recipient webhookId enabled description mx { name value status } createdAt updatedAt';
  const CREATE = operation('mutation', 'createInboundRoute', { input: 'CreateInboundRouteInput!' }, ROUTE);
  const UPDATE = operation('mutation', 'updateInboundRoute', { id: 'ID!', input: 'UpdateInboundRouteInput!' }, ROUTE);
  const DELETE = operation('mutation', 'deleteInboundRoute', { id: 'ID!' });
  const READ = operation('query', 'inboundRoute', { id: 'ID!' }, ROUTE);
  const LIST = operation('query', 'inboundRoutes', {}, `edges { node { ${ROUTE} } }`);

  it('are as on REST', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    const input = { domain: domainOf(tenant), recipient: 'graph' };
    const { id } = (await graphqlData(client, CREATE, { input })).createInboundRoute;
    const changed = (await graphqlData(client, UPDATE, { id, input: { enabled: false } })).updateInboundRoute;
    const { Route } = (await client.get(`/api/inbound/routes/${id}`)).body;
    expect(changed).toEqual({ ...graphqlNames(Route), mx: graphqlNames(Route.Mx) });
    expect((await graphqlData(client, READ, { id })).inboundRoute).toEqual(changed);
    expect((await graphqlData(client, LIST)).inboundRoutes.edges).toEqual([{ node: changed }]);
    expect(await graphqlCodes(await acme.session(), READ, { id })).toEqual(['NotFound']);
    expect(await graphqlData(client, DELETE, { id })).toEqual({ deleteInboundRoute: id });
    expect(await graphqlCodes(client, READ, { id })).toEqual(['NotFound']);
  });
});

describe('Mail', () => {
  /** Waits until Mail was told of a domain so many times. Returns what it was told. */
  const told = async (domain: string, times: number): Promise<boolean[]> => {
    const about = () =>
      mail.requests
        .map(({ text }) => JSON.parse(text))
        .filter(({ type, payload }) => type === 'platform.domain.receiving' && payload.domain === domain);
    await expect.poll(() => about().length).toBe(times);
    return about().map(({ payload }) => payload.receiving);
  };

  it('is told when the first enabled route of a domain appears and when the last one goes', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    const Domain = domainOf(tenant);
    const off = await addRoute(client, { Domain, Recipient: 'off', Enabled: false });
    const one = await addRoute(client, { Domain, Recipient: 'one' });
    expect(await told(domainOf(tenant), 1)).toEqual([true]);
    await client.patch(`/api/inbound/routes/${off.Id}`, { Enabled: true });
    await client.delete(`/api/inbound/routes/${one.Id}`);
    await client.patch(`/api/inbound/routes/${off.Id}`, { Enabled: false });
    expect(await told(domainOf(tenant), 2)).toEqual([true, false]);
  });

  it('is told when a domain with routes goes', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    await addRoute(client, { Domain: domainOf(tenant), Recipient: 'x' });
    expect(await told(domainOf(tenant), 1)).toEqual([true]);
    const [domain] = (await client.get('/api/domains')).body.Domains;
    await client.delete(`/api/domains/${domain.Id}`);
    expect(await told(domainOf(tenant), 2)).toEqual([true, false]);
  });

  it('is told when a domain with routes is verified no more, and when it is again', async () => {
    const tenant = await stack.createTenant();
    const client = await tenant.session('admin');
    const { Id, Name, Records } = (await client.post('/api/domains', { Name: `lost.${domainOf(tenant)}` })).body.Domain;
    const isProof = ({ Purpose }: { Purpose: string }) => Purpose === 'ownership' || Purpose === 'dkim';
    const proof = Records.filter(isProof).map(({ Name: name, Value: value }: { Name: string; Value: string }) => ({
      name,
      type: 'TXT',
      value,
    }));
    const verify = async () => (await client.post(`/api/domains/${Id}/verify`, {})).body.Domain.Status;
    dns.records = proof;
    expect(await verify()).toBe('verified');
    await addRoute(client, { Domain: Name, Recipient: 'x' });
    dns.records = [];
    expect(await verify()).toBe('verified');
    await stack.sql(`update sending_domain set missing_since = now() - interval '80 hours' where id = $1`, [Id]);
    expect(await verify()).toBe('pending');
    dns.records = proof;
    expect(await verify()).toBe('verified');
    expect(await told(Name, 3)).toEqual([true, false, true]);
  });
});
