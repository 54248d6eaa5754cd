import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { freePort } from '#libs/test/testing';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { closeCentres, LOOPBACK, smpp, startCentre } from '../../../../test/support/own-carriers.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: LOOPBACK } }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  [admin, member] = await Promise.all([tenant.session('admin'), tenant.session('member')]);
  rival = await (await stack.createTenant()).session();
});
afterEach(closeCentres);
const SENDER = 'id value kind state default confirmedBy confirmedAt createdAt';
const CREATE = operation('mutation', 'createSmsSender', { input: 'CreateSmsSenderInput!' }, SENDER);
const UPDATE = operation('mutation', 'updateSmsSender', { id: 'ID!', input: 'UpdateSmsSenderInput!' }, SENDER);
const CONFIRM = operation('mutation', 'confirmSmsSender', { id: 'ID!', input: 'ConfirmSmsSenderInput!' }, SENDER);
const CODE = operation('mutation', 'sendSmsSenderCode', { id: 'ID!' }, 'expiresAt code');
const DELETE = operation('mutation', 'deleteSmsSender', { id: 'ID!' });
const READ = operation('query', 'smsSender', { id: 'ID!' }, SENDER);
const LIST = operation(
  'query',
  'smsSenders',
  { first: 'Int', after: 'String' },
  'edges { node { value } } pageInfo { hasNextPage endCursor }',
);

describe('senders of texts by GraphQL', () => {
  it('are added, confirmed by a code, made the default and removed, as REST shows them', async () => {
    const { createSmsSender: sender } = await graphqlData(admin, CREATE, { input: { value: '+5511912345678' } });
    const { id } = sender;
    expect(sender).toEqual(graphqlNames((await member.get(`/api/sms/senders/${id}`)).body.Sender));
    const { code } = (await graphqlData(admin, CODE, { id })).sendSmsSenderCode;
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await graphqlCodes(admin, CONFIRM, { id, input: { code: wrong } })).toEqual(['InvalidParameter']);
    const { confirmSmsSender } = await graphqlData(admin, CONFIRM, { id, input: { code } });
    expect(confirmSmsSender).toMatchObject({ state: 'confirmed', confirmedBy: 'code' });
    const { updateSmsSender } = await graphqlData(admin, UPDATE, { id, input: { default: true } });
    expect((await graphqlData(member, READ, { id })).smsSender).toEqual(updateSmsSender);
    expect(updateSmsSender.default).toBe(true);
    expect(await graphqlData(admin, DELETE, { id })).toEqual({ deleteSmsSender: id });
    expect(await graphqlCodes(admin, READ, { id })).toEqual(['NotFound']);
  });

  it('are a connection whose pages meet, newest first', async () => {
    const other = await (await stack.createTenant()).session();
    for (const value of ['One', 'Two', 'Three']) await graphqlData(other, CREATE, { input: { value } });
    const { smsSenders } = await graphqlData(other, LIST, { first: 2 });
    const next = await graphqlData(other, LIST, { first: 2, after: smsSenders.pageInfo.endCursor });
    const values = [...smsSenders.edges, ...next.smsSenders.edges].map(({ node }) => node.value);
    expect(values).toEqual(['Three', 'Two', 'One']);
  });

  it('ask for a code no oftener than a number may be texted, however many times one call asks', async () => {
    const { createSmsSender } = await graphqlData(admin, CREATE, { input: { value: '+5511912345679' } });
    const asks = Array.from({ length: 5 }, (_, n) => `n${n}: sendSmsSenderCode(id: "${createSmsSender.id}") { code }`);
    expect(await graphqlCodes(admin, `mutation { ${asks.join(' ')} }`)).toEqual(['Throttling', 'Throttling']);
  });

  it('are changed by admins alone, and those of another account are not found', async () => {
    const { createSmsSender } = await graphqlData(admin, CREATE, { input: { value: 'Shop' } });
    const { id } = createSmsSender;
    for (const [query, more] of [
      [UPDATE, { input: { default: true } }],
      [CODE, {}],
      [CONFIRM, { input: { code: '123456' } }],
      [DELETE, {}],
    ] as const) {
      expect(await graphqlCodes(member, query, { id, ...more })).toEqual(['PermissionDenied']);
      expect(await graphqlCodes(rival, query, { id, ...more })).toEqual(['NotFound']);
    }
    expect(await graphqlCodes(rival, READ, { id })).toEqual(['NotFound']);
    expect(await graphqlCodes(member, READ, { id: newId('snd') })).toEqual(['NotFound']);
  });
});

const COUNTRIES = '{ smsCountries { countries allowed } }';
const SET_COUNTRIES = operation('mutation', 'setSmsCountries', { input: 'SetSmsCountriesInput!' }, 'countries allowed');

describe('the countries of texts by GraphQL', () => {
  it('are set and taken away by admins', async () => {
    await graphqlData(admin, SET_COUNTRIES, { input: { countries: ['BR'] } });
    expect(await graphqlData(member, COUNTRIES)).toEqual({ smsCountries: { countries: ['BR'], allowed: ['BR'] } });
    await graphqlData(admin, SET_COUNTRIES, { input: { countries: null } });
    expect((await graphqlData(member, COUNTRIES)).smsCountries.countries).toBeNull();
    expect(await graphqlCodes(member, SET_COUNTRIES, { input: { countries: [] } })).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(admin, SET_COUNTRIES, { input: { countries: ['XX'] } })).toEqual(['ValidationError']);
  });
});

const CARRIER = 'id kind account address inboundUrl createdAt lastUsedAt lastWorkedAt';
const SET_SMPP = operation('mutation', 'setSmppCredential', { input: 'SetSmppCredentialInput!' }, CARRIER);
const SET_TWILIO = operation('mutation', 'setTwilioCredential', { input: 'SetTwilioCredentialInput!' }, CARRIER);
const READ_CARRIER = operation('query', 'smsCredential', { id: 'ID!' }, CARRIER);
const DELETE_CARRIER = operation('mutation', 'deleteSmsCredential', { id: 'ID!' });
const CARRIERS = `{ smsCredentials { ${CARRIER} } }`;

describe('an own carrier by GraphQL', () => {
  it('is set when it accepts the credential, shown without its secret, and removed', async () => {
    const input = graphqlNames(smpp(await startCentre()));
    const { setSmppCredential } = await graphqlData(admin, SET_SMPP, { input });
    const { id } = setSmppCredential;
    expect(setSmppCredential).toMatchObject({ kind: 'smpp', account: 'shop' });
    expect(await graphqlData(admin, CARRIERS)).toEqual({ smsCredentials: [setSmppCredential] });
    expect((await graphqlData(admin, READ_CARRIER, { id })).smsCredential).toEqual(setSmppCredential);
    for (const query of [READ_CARRIER, DELETE_CARRIER]) {
      expect(await graphqlCodes(rival, query, { id })).toEqual(['NotFound']);
      expect(await graphqlCodes(member, query, { id })).toEqual(['PermissionDenied']);
      expect(await graphqlCodes(admin, query, { id: randomUUID() })).toEqual(['NotFound']);
    }
    expect(await graphqlData(admin, DELETE_CARRIER, { id })).toEqual({ deleteSmsCredential: id });
    expect(await graphqlData(admin, CARRIERS)).toEqual({ smsCredentials: [] });
  });

  it('that cannot be reached, or has no address of one, is not set', async () => {
    const input = graphqlNames(smpp({ port: await freePort() }));
    expect(await graphqlCodes(admin, SET_SMPP, { input })).toEqual(['InvalidParameter']);
    const twilio = { accountSid: 'ACx', authToken: 'token', baseUrl: 'ftp://carrier.test' };
    expect(await graphqlCodes(admin, SET_TWILIO, { input: twilio })).toEqual(['InvalidParameter']);
    expect(await graphqlData(admin, CARRIERS)).toEqual({ smsCredentials: [] });
  });
});

const PLAY = operation('mutation', 'playInboundText', { input: 'PlayInboundTextInput!' }, 'keyword applied reply');

describe('a text that comes in, by GraphQL', () => {
  it('is played as on REST', async () => {
    const input = { from: '+15005550123', to: '+5511912345678', body: 'STOP', id: 'one' };
    expect((await graphqlData(member, PLAY, { input })).playInboundText).toMatchObject({
      keyword: 'stop',
      applied: true,
    });
    expect((await graphqlData(member, PLAY, { input })).playInboundText.applied).toBe(false);
    expect(await graphqlCodes(member, PLAY, { input: { ...input, to: '?' } })).toEqual(['InvalidParameter']);
  });
});
