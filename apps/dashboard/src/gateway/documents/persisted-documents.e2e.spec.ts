import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort, testRedis } from '#libs/test/testing';
import { DashboardDoubles } from '../../../../../test/support/dashboard-doubles.js';
import { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ME = 'query Me { me { email } }';
const idOf = (text: string) => createHash('sha256').update(text).digest('hex');

function builtPage(...documents: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'dashboard-'));
  if (documents.length > 0) build(dir, ...documents);
  return dir;
}

function build(dir: string, ...documents: string[]): void {
  const table = Object.fromEntries(documents.map((text) => [idOf(text), text]));
  writeFileSync(join(dir, 'persisted-documents.json'), JSON.stringify(table));
}

const redis = usePrepared(() => testRedis());

async function started(environment: Record<string, string>, webDir: string) {
  const dashboard = await DashboardDoubles.start({ REDIS_URL: redis.url, ...environment }, webDir);
  dashboard.say({ platform: { me: { email: 'ana@example.test' } } });
  return dashboard;
}

const later = builtPage();
const first = useStack(() => started({}, builtPage(ME)));
const second = useStack(() => started({}, later));

const ask = (dashboard: DashboardDoubles, body: object, headers: Record<string, string> = {}) =>
  new HttpClient(dashboard.url, headers).post('/graphql', body);

describe('a document of the page', () => {
  it('is run by its id alone', async () => {
    const { body } = await ask(first, { documentId: idOf(ME), operationName: 'Me', variables: {} });
    expect(body).toEqual({ data: { me: { email: 'ana@example.test' } } });
  });

  it('of the build of another process is known, as during a release', async () => {
    const { body } = await ask(second, { documentId: idOf(ME) });
    expect(body).toEqual({ data: { me: { email: 'ana@example.test' } } });
  });

  it('is known as soon as the page is built', async () => {
    const text = 'query Later { me { email } }';
    const before = await ask(second, { documentId: idOf(text) });
    build(later, text);
    const after = await ask(second, { documentId: idOf(text) });
    expect(before.body.errors[0].extensions.code).toBe('PersistedDocumentNotFound');
    expect(after.body).toEqual({ data: { me: { email: 'ana@example.test' } } });
  });

  it.each([1, '', 'x', idOf('another'), ['a'], null])('with the id %j is refused', async (documentId) => {
    const { body, status } = await ask(first, { documentId });
    expect(status).toBeLessThan(500);
    expect(body.errors[0].extensions.code).toMatch(/PersistedDocumentNotFound|ValidationError/);
  });
});

describe('in production', () => {
  const production = useStack(async () => {
    const urls = { DASHBOARD_URL: 'https://app.example.test', IDENTITY_URL: `http://127.0.0.1:${await freePort()}` };
    return started({ NODE_ENV: 'production', ISSUER: 'https://id.example.test', ...urls }, builtPage(ME));
  });

  it('a browser runs the documents of the page and no other', async () => {
    expect((await ask(production, { documentId: idOf(ME) })).body.data).toEqual({ me: { email: 'ana@example.test' } });
    const { body } = await ask(production, { query: ME });
    expect(body.errors[0].extensions.code).toBe('PersistedDocumentRequired');
  });

  it('a program with a token runs any, and learns no schema', async () => {
    const bearer = { authorization: 'Bearer a-token' };
    expect((await ask(production, { query: ME }, bearer)).body.data).toEqual({ me: { email: 'ana@example.test' } });
    const { body } = await ask(production, { query: '{ __schema { queryType { name } } }' }, bearer);
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});
