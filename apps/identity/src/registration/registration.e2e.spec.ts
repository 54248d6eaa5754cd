import { describe, expect, it } from 'vitest';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack({ environment: { PASSWORD_MEMORY_KIB: '' } }));

describe('registration', () => {
  it('creates a user, whose address is stored in lower case', async () => {
    const answer = await identity.service.post('/internal/users', { email: 'Ana@Example.test', password: PASSWORD });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ user: { email: 'ana@example.test' }, tenant: null, tenantFailed: false });
    const profile = await identity.service.get(`/internal/users/${answer.body.user.id}`);
    expect(profile.body).toMatchObject({
      operator: false,
      addresses: [{ email: 'ana@example.test', primary: true, verified: false }],
      tenants: [],
    });
  });

  it('makes the tenant that is named, with a slug of its own', async () => {
    const [first, second] = [await identity.createOwner('Café São José'), await identity.createOwner('Café São José')];
    expect(first.slug).toBe('cafe-sao-jose');
    expect(second.slug).toMatch(/^cafe-sao-jose-[0-9a-f]{6}$/);
    const { body } = await identity.service.get(`/internal/users/${first.id}/tenants`);
    expect(body.tenants).toEqual([
      {
        id: first.tenantId,
        slug: 'cafe-sao-jose',
        name: 'Café São José',
        role: 'owner',
        status: 'active',
        plan: '',
        products: ['mail', 'pages', 'crm'],
        deletesAt: null,
      },
    ]);
  });

  it('makes a tenant that the other apps find by its id and by its slug', async () => {
    const { tenantId, slug } = await identity.createOwner();
    for (const name of [tenantId, slug]) {
      const { status, body } = await identity.service.get(`/internal/tenants/${name}`);
      expect([status, body.id, body.slug]).toEqual([200, tenantId, slug]);
    }
    for (const name of ['unknown-slug', 'acc_0000000000000009'])
      expect((await identity.service.get(`/internal/tenants/${name}`)).status).toBe(404);
  });

  it('rejects an address that is taken, in any spelling', async () => {
    const { email } = await identity.createUser();
    const answer = await identity.service.post('/internal/users', { email: email.toUpperCase(), password: PASSWORD });
    expect([answer.status, answer.body.Error.Code]).toEqual([409, 'AlreadyExists']);
  });

  it('accepts exactly one of two concurrent registrations', async () => {
    const request = { email: 'twice@example.test', password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => identity.service.post('/internal/users', request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('keeps the user when the tenant cannot be created', async () => {
    await identity.sql('revoke insert on tenant from identity_app');
    try {
      const request = { email: 'untenanted@example.test', password: PASSWORD, tenantName: 'Acme' };
      const { status, body } = await identity.service.post('/internal/users', request);
      expect(status).toBe(201);
      expect(body).toMatchObject({ tenant: null, tenantFailed: true });
    } finally {
      await identity.sql('grant insert on tenant to identity_app');
    }
  });

  it('never shows or stores a password', async () => {
    const { id } = await identity.createUser();
    const [row] = await identity.sql<{ hash: string }>('select password_hash as hash from user_account where id = $1', [
      id,
    ]);
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await identity.service.get(`/internal/users/${id}`)).text).not.toContain('argon2');
  });

  it.each([
    ['no address', { password: PASSWORD }],
    ['a malformed address', { email: 'nobody', password: PASSWORD }],
    ['a short password', { email: 'x@example.test', password: '1234567' }],
    ['an overlong password', { email: 'x@example.test', password: 'x'.repeat(1025) }],
    ['an overlong name', { email: 'x@example.test', password: PASSWORD, name: 'x'.repeat(201) }],
    ['a role of its own choice', { email: 'x@example.test', password: PASSWORD, isOperator: true }],
  ])('refuses %s', async (_what, body) => {
    expect((await identity.service.post('/internal/users', body)).status).toBe(400);
  });
});

describe('the internal interface', () => {
  it('is closed without the service credential', async () => {
    for (const client of [identity.anonymous, identity.anonymous.with({ authorization: 'Bearer wrong' })]) {
      expect((await client.get('/internal/users/usr_0123456789abcdef')).status).toBe(401);
      expect((await client.post('/internal/users', {})).status).toBe(401);
    }
  });

  it('is absent from the public description', async () => {
    const { status, text } = await identity.anonymous.get('/openapi.json');
    expect(status).toBe(200);
    expect(text).toContain('/.well-known/jwks.json');
    expect(text).not.toContain('/internal/');
  });

  it('does not know ids that are none', async () => {
    for (const id of ['usr_0123456789abcdef', 'x', '%00', '..%2f']) {
      expect((await identity.service.get(`/internal/users/${id}`)).status, id).toBe(404);
      expect((await identity.service.get(`/internal/tenants/${id}`)).status, id).toBe(404);
    }
  });
});
