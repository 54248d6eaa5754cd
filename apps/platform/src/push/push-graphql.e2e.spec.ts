import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateVapidKeys } from '#libs/messaging/push';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  [admin, member] = await Promise.all([tenant.session('admin'), tenant.session('member')]);
  rival = await (await stack.createTenant()).session();
});
const CREDENTIAL = 'id kind fingerprint createdAt lastUsedAt lastWorkedAt';
const SET_VAPID = operation('mutation', 'setVapidCredential', { input: 'SetVapidCredentialInput!' }, CREDENTIAL);
const SET_FCM = operation('mutation', 'setFcmCredential', { input: 'SetFcmCredentialInput!' }, CREDENTIAL);
const SET_APNS = operation('mutation', 'setApnsCredential', { input: 'SetApnsCredentialInput!' }, CREDENTIAL);
const READ = operation('query', 'pushCredential', { id: 'ID!' }, CREDENTIAL);
const DELETE = operation('mutation', 'deletePushCredential', { id: 'ID!' });
const LIST = `{ pushCredentials { ${CREDENTIAL} } }`;

const vapid = () => {
  const { publicKey, privateKey } = generateVapidKeys();
  return { subject: 'mailto:push@example.test', publicKey, privateKey };
};

describe('credentials of push services by GraphQL', () => {
  it('are set, shown without their secret, and deleted', async () => {
    const { setVapidCredential } = await graphqlData(admin, SET_VAPID, { input: vapid() });
    const { id } = setVapidCredential;
    expect(setVapidCredential).toEqual(graphqlNames((await admin.get(`/api/push/credentials/${id}`)).body.Credential));
    expect(await graphqlData(admin, LIST)).toEqual({ pushCredentials: [setVapidCredential] });
    expect((await graphqlData(admin, READ, { id })).pushCredential).toEqual(setVapidCredential);
    for (const query of [READ, DELETE]) {
      expect(await graphqlCodes(rival, query, { id })).toEqual(['NotFound']);
      expect(await graphqlCodes(member, query, { id })).toEqual(['PermissionDenied']);
      expect(await graphqlCodes(admin, query, { id: randomUUID() })).toEqual(['NotFound']);
    }
    expect(await graphqlData(admin, DELETE, { id })).toEqual({ deletePushCredential: id });
    expect(await graphqlData(admin, LIST)).toEqual({ pushCredentials: [] });
  });

  it('that are none are refused, and the field is named as in GraphQL', async () => {
    const wrong = { ...vapid(), privateKey: 'AAAA' };
    const [error] = (await askGraphql(admin, SET_VAPID, { input: wrong })).errors;
    expect(error!.extensions).toMatchObject({ code: 'InvalidParameter', details: [{ Field: 'privateKey' }] });
    const account = { serviceAccount: { project_id: 'x' } };
    expect(await graphqlCodes(admin, SET_FCM, { input: account })).toEqual(['InvalidParameter']);
    const apns = {
      teamId: 'A1B2C3D4E5',
      keyId: 'F6G7H8I9J0',
      privateKey: 'no key',
      bundleId: 'x.y',
      environment: 'production',
    };
    expect(await graphqlCodes(admin, SET_APNS, { input: apns })).toEqual(['InvalidParameter']);
  });
});

describe('the site config by GraphQL', () => {
  it('is the one of REST', async () => {
    const { pushSiteConfig } = await graphqlData(
      member,
      '{ pushSiteConfig { publicKey apiBase manifest serviceWorker snippet } }',
    );
    const { RequestId: _, ...rest } = (await member.get('/api/push/site-config')).body;
    expect(pushSiteConfig).toEqual(graphqlNames(rest));
  });
});

const DEVICES = operation(
  'query',
  'pushDevices',
  { first: 'Int', after: 'String' },
  'edges { node { id token } } pageInfo { hasNextPage endCursor }',
);
const DELETE_DEVICE = operation('mutation', 'deletePushDevice', { id: 'ID!' });

describe('devices by GraphQL', () => {
  it('are a connection whose pages meet, and are removed by admins alone', async () => {
    const key = await tenant.key();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await key.post('/v1/push/devices', { Platform: 'ios', Token: `device-number-${n}` });
      ids.unshift(body.Device.Id);
    }
    const { pushDevices } = await graphqlData(member, DEVICES, { first: 2 });
    const next = await graphqlData(member, DEVICES, { first: 2, after: pushDevices.pageInfo.endCursor });
    expect([...pushDevices.edges, ...next.pushDevices.edges].map(({ node }) => node.id)).toEqual(ids);
    const [id] = ids;
    expect(await graphqlCodes(member, DELETE_DEVICE, { id })).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(rival, DELETE_DEVICE, { id })).toEqual(['NotFound']);
    expect(await graphqlData(admin, DELETE_DEVICE, { id })).toEqual({ deletePushDevice: id });
    expect((await graphqlData(member, DEVICES)).pushDevices.edges).toHaveLength(2);
  });
});
