import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { HttpKeyUseReporter, HttpSessionUseReporter, USE_BATCH } from './http-use-reporters.js';
import { IdentityClient } from '../identity/identity-client.js';

let identity: HttpSink;
let client: IdentityClient;

beforeAll(async () => {
  identity = await HttpSink.start();
  client = new IdentityClient({ url: identity.url, serviceSecret: 'secret' });
});

afterAll(async () => {
  await client.onApplicationShutdown();
  await identity.stop();
});

describe('the reporters of use', () => {
  it('reports in batches of the allowed size, with the service credential', async () => {
    identity.answer({ status: 204 });
    const at = new Date('2026-01-01T00:00:00Z');
    const uses = Array.from({ length: USE_BATCH + 1 }, (_, index) => ({ keyId: `key_${index}` as const, at }));
    await new HttpKeyUseReporter(client).report(uses);
    const sent = identity.requests.map(({ text }) => (JSON.parse(text) as { uses: object[] }).uses);
    expect(sent.map(({ length }) => length)).toEqual([USE_BATCH, 1]);
    expect(sent[1]).toEqual([{ keyId: `key_${USE_BATCH}`, at: '2026-01-01T00:00:00.000Z' }]);
    expect(identity.requests[0]).toMatchObject({ path: '/internal/keys/used', method: 'POST' });
    expect(identity.requests[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('reports sessions in the same way', async () => {
    identity.answer({ status: 204 });
    await new HttpSessionUseReporter(client).report([{ sessionId: 'ses_1', at: new Date('2026-01-01T00:00:00Z') }]);
    expect(identity.requests.at(-1)).toMatchObject({ path: '/internal/sessions/used', method: 'POST' });
    expect(JSON.parse(identity.requests.at(-1)?.text ?? '')).toEqual({
      uses: [{ sessionId: 'ses_1', at: '2026-01-01T00:00:00.000Z' }],
    });
  });

  it('fails when identity does, so that the uses are kept', async () => {
    identity.answer({ status: 500 });
    const uses = [{ keyId: 'key_1' as const, at: new Date() }];
    await expect(new HttpKeyUseReporter(client).report(uses)).rejects.toThrow('500');
  });
});
