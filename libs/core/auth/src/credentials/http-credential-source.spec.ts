import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { HttpCredentialSource } from './http-credential-source.js';
import { IdentityClient } from '../identity/identity-client.js';

let identity: HttpSink;
let client: IdentityClient;
let source: HttpCredentialSource;

beforeAll(async () => {
  identity = await HttpSink.start();
  client = new IdentityClient({ url: identity.url, serviceSecret: 'secret' });
  source = new HttpCredentialSource(client);
});

afterAll(async () => {
  await client.onApplicationShutdown();
  await identity.stop();
});

const answer = (status: number, body: string) =>
  identity.answer({ status, headers: { 'content-type': 'application/json' }, body });

describe('the credentials of identity', () => {
  it('come in the order in which they were asked for', async () => {
    answer(200, '{"entries":[null,{"tenantId":"acc_1"}]}');
    const entries = await source.resolve([
      ['key', 'unknown'],
      ['tenant', 'acc_1'],
    ]);
    expect(entries).toEqual([null, { tenantId: 'acc_1' }]);
  });

  it.each([
    ['a failure', 500, '{}'],
    ['another object', 200, '{"keys":[]}'],
    ['no object', 200, 'null'],
    ['too few entries', 200, '{"entries":[]}'],
    ['no JSON', 200, '<html>'],
  ])('are unavailable when the answer is %s', async (_, status, body) => {
    answer(status, body);
    await expect(source.resolve([['key', 'any']])).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
