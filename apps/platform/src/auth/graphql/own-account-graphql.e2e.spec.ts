import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../../../test/support/authenticator.js';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { deepGraphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { PASSWORD, type TestOwner } from '../../../../../test/support/identity-stack.js';
import { wholeStack } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
const clientOf = (token: string) => stack.platform.anonymous.with({ authorization: `Bearer ${token}` });
async function createUser(): Promise<{ owner: TestOwner; session: HttpClient }> {
  const owner = await stack.identity.createOwner();
  return { owner, session: clientOf(await stack.identity.login(owner)) };
}

const ADDRESS = 'id email primary verified';
const TENANT = 'id slug name role status plan products deletesAt';
const ME = `userId email name emailVerified operator language chosenLanguage timeZone emails { ${ADDRESS} } tenants { ${TENANT} }`;
const UPDATE = operation('mutation', 'updateProfile', { input: 'UpdateProfileInput!' }, 'name');
const ADD = operation('mutation', 'addAddress', { email: 'String!' }, ADDRESS);
const REMOVE = operation('mutation', 'removeAddress', { id: 'ID!' });
const MAKE_PRIMARY = operation('mutation', 'makeAddressPrimary', { id: 'ID!' }, ADDRESS);
const RESEND = operation('mutation', 'resendVerification', { id: 'ID' });
const CHANGE = operation('mutation', 'changePassword', { input: 'ChangePasswordInput!' });
const DELETE = operation('mutation', 'deleteAccount', { password: 'String!', code: 'String' });

describe('the user of the session by GraphQL', () => {
  it('is shown as REST shows them, and renamed', async () => {
    const { session } = await createUser();
    expect((await graphqlData(session, UPDATE, { input: { name: ' Bia ' } })).updateProfile).toEqual({ name: 'Bia' });
    const { me } = await graphqlData(session, `{ me { ${ME} } }`);
    expect(me).toEqual(deepGraphqlNames((await session.get('/api/auth/me')).body));
    expect(me.name).toBe('Bia');
    expect(await graphqlCodes(session, UPDATE, { input: {} })).toEqual(['MissingParameter']);
    expect(await graphqlCodes(stack.platform.anonymous, '{ me { userId } }')).toEqual(['AuthorizationError']);
  });

  it('has the language and the time zone that they choose', async () => {
    const { session } = await createUser();
    const read = async () => (await graphqlData(session, '{ me { name language timeZone } }')).me;
    const { name } = await read();
    expect(await read()).toEqual({ name, language: null, timeZone: null });
    const update = (input: object) => graphqlCodes(session, UPDATE, { input });
    expect(await update({ language: 'pt', timeZone: 'America/Sao_Paulo' })).toEqual([]);
    expect(await read()).toEqual({ name, language: 'pt', timeZone: 'America/Sao_Paulo' });
    expect(await update({ timeZone: 'Europe/Madrid' })).toEqual([]);
    expect(await read()).toEqual({ name, language: 'pt', timeZone: 'Europe/Madrid' });
    for (const wrong of [{ language: 'fr' }, { timeZone: 'Mars/Olympus' }, { timeZone: '+03:00' }, { language: '' }])
      expect(await update(wrong), JSON.stringify(wrong)).toEqual(['ValidationError']);
    expect((await session.get('/api/auth/me')).body).toMatchObject({
      Language: 'pt',
      ChosenLanguage: 'pt',
      TimeZone: 'Europe/Madrid',
    });
  });

  it('adds, verifies again and removes addresses, which are no other user’s', async () => {
    const [{ owner, session }, other] = [await createUser(), await createUser()];
    const { addAddress } = await graphqlData(session, ADD, { email: `second-${owner.email}` });
    expect(addAddress).toMatchObject({ email: `second-${owner.email}`, primary: false, verified: false });
    const { id } = addAddress;
    expect(await graphqlCodes(session, ADD, { email: 'no address' })).toEqual(['ValidationError']);
    expect(await graphqlCodes(session, MAKE_PRIMARY, { id })).toEqual(['Conflict']);
    for (const change of [MAKE_PRIMARY, REMOVE, RESEND])
      expect(await graphqlCodes(other.session, change, { id })).toEqual(['NotFound']);
    expect(await graphqlCodes(session, RESEND, { id })).toEqual(['Throttling']);
    expect((await graphqlData(session, REMOVE, { id })).removeAddress).toBe(id);
    const { me } = await graphqlData(session, `{ me { ${ME} } }`);
    expect(me.emails).toHaveLength(1);
  });

  it('changes the password, which ends the other sessions', async () => {
    const { owner, session } = await createUser();
    const elsewhere = clientOf(await stack.identity.login(owner));
    const input = (currentPassword: string) => ({ input: { currentPassword, newPassword: 'another-long-password' } });
    expect(await graphqlCodes(session, CHANGE, input('wrong'))).toEqual(['AuthorizationError']);
    expect(await graphqlData(session, CHANGE, input(PASSWORD))).toEqual({ changePassword: true });
    expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
    expect((await session.get('/api/auth/me')).status).toBe(200);
  });

  it('deletes the account with the password, which ends the session', async () => {
    const { owner, session } = await createUser();
    expect(await graphqlCodes(session, DELETE, { password: 'wrong' })).toEqual(['AuthorizationError']);
    const answer = await session.post('/graphql', { query: DELETE, variables: { password: PASSWORD } });
    expect(answer.body.data).toEqual({ deleteAccount: owner.id });
    expect(String(answer.headers['set-cookie'])).toMatch(/service_session=;/);
    expect((await session.get('/api/auth/me')).status).toBe(401);
  });
});

describe('sessions by GraphQL', () => {
  it('are listed as REST lists them, and ended', async () => {
    const { owner, session } = await createUser();
    const elsewhere = clientOf(await stack.identity.login(owner));
    const FIELDS = 'id createdAt lastSeenAt expiresAt ip userAgent app current';
    const { sessions } = await graphqlData(session, `{ sessions { ${FIELDS} } }`);
    expect(sessions).toEqual(deepGraphqlNames((await session.get('/api/auth/sessions')).body.Sessions));
    const { id } = sessions.find(({ current }: { current: boolean }) => !current);
    const END = operation('mutation', 'endSession', { id: 'ID!' });
    expect(await graphqlCodes((await createUser()).session, END, { id: 'nonsense' })).toEqual(['NotFound']);
    expect(await graphqlData(session, END, { id })).toEqual({ endSession: id });
    expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
  });
});

describe('the second factor by GraphQL', () => {
  it('is set up with the password, and confirmed by a code alone', async () => {
    const { session } = await createUser();
    const SET_UP = operation(
      'mutation',
      'setUpTwoFactor',
      { password: 'String!' },
      'secret otpauthUri qrCode expiresAt',
    );
    const CONFIRM = operation('mutation', 'confirmTwoFactor', { code: 'String!' });
    const RENEW = operation('mutation', 'renewRecoveryCodes', { password: 'String!' });
    const DISABLE = operation('mutation', 'disableTwoFactor', { password: 'String!' }, 'confirmed recoveryCodesLeft');
    expect(await graphqlCodes(session, SET_UP, { password: 'wrong' })).toEqual(['AuthorizationError']);
    expect(await graphqlCodes(session, RENEW, { password: PASSWORD })).toEqual(['Conflict']);
    const { setUpTwoFactor } = await graphqlData(session, SET_UP, { password: PASSWORD });
    const code = codeOf(setUpTwoFactor.secret);
    const { confirmTwoFactor } = await graphqlData(session, CONFIRM, { code });
    expect(confirmTwoFactor).toHaveLength(10);
    const { twoFactor } = await graphqlData(session, '{ twoFactor { confirmed confirmedAt recoveryCodesLeft } }');
    expect(twoFactor).toEqual({ confirmed: true, confirmedAt: expect.any(String), recoveryCodesLeft: 10 });
    const renewed = await graphqlData(session, RENEW, { password: PASSWORD });
    expect(renewed.renewRecoveryCodes).not.toEqual(confirmTwoFactor);
    const disabled = await graphqlData(session, DISABLE, { password: PASSWORD });
    expect(disabled.disableTwoFactor).toEqual({ confirmed: false, recoveryCodesLeft: 0 });
  });
});

describe('deleting a tenant by GraphQL', () => {
  it('takes an owner and their password', async () => {
    const { owner, session } = await createUser();
    const REMOVE_TENANT = operation('mutation', 'deleteTenant', { tenantId: 'ID!', password: 'String!' });
    const by = (client: HttpClient, password: string) =>
      graphqlCodes(client, REMOVE_TENANT, { tenantId: owner.tenantId, password });
    expect(await by((await createUser()).session, PASSWORD)).toEqual(['NotFound']);
    expect(await by(session, 'wrong')).toEqual(['AuthorizationError']);
    expect(await by(session, PASSWORD)).toEqual([]);
    const { body } = await session.get(`/api/tenants/${owner.tenantId}`);
    expect(body.Tenant.Status).toBe('suspended');
  });
});

describe('the fields of the user alone', () => {
  it('count as calls of sign-in from one address', async () => {
    const { url, redisUrl } = stack.identity;
    const limited = await stack.platform.startBeside({
      IDENTITY_URL: url,
      ISSUER: url,
      REDIS_URL: redisUrl,
      AUTH_CALLS_PER_MINUTE: '3',
      TRUST_PROXY: '127.0.0.1',
      ROLE: 'api',
    });
    try {
      const { session } = await createUser();
      const client = limited.anonymous.with({ ...session.fixedHeaders, 'x-forwarded-for': '192.0.2.77' });
      const ask = '{ a: twoFactor { confirmed } b: twoFactor { confirmed } }';
      expect(await graphqlCodes(client, ask)).toEqual([]);
      expect(await graphqlCodes(client, ask)).toEqual(['Throttling']);
    } finally {
      await limited.close();
    }
  });
});
