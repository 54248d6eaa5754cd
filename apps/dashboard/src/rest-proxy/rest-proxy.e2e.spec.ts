import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardDoubles } from '../../../../test/support/dashboard-doubles.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { PROXIED_ROUTES } from './proxied-routes.js';

const dashboard = useStack(() => DashboardDoubles.start());
const client = usePrepared(() => new HttpClient(dashboard.url, { authorization: 'Bearer a-token' }));

beforeEach(() => dashboard.forget());

describe('a file of an app', () => {
  it('comes as the app sends it, and as no page of the dashboard', async () => {
    dashboard.apps.platform.answer({
      body: 'id,to\n1,ana@example.test\n',
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="m.csv"',
        'set-cookie': 'a=b',
      },
    });
    const { status, text, headers } = await client.get(
      '/rest/platform/api/messages/export?format=csv&x-service-tenant=acme',
    );
    expect([status, text]).toEqual([200, 'id,to\n1,ana@example.test\n']);
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="m.csv"',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const [asked] = dashboard.asked.platform;
    expect(asked!.path).toBe('/api/messages/export?format=csv');
    expect(asked!.headers).toMatchObject({ authorization: 'Bearer a-token', 'x-service-tenant': 'acme' });
  });

  it('is refused as the app refuses it', async () => {
    dashboard.apps.mail.answer({
      status: 404,
      body: '{"error":"NotFound"}',
      headers: { 'content-type': 'application/json' },
    });
    const { status, text } = await client.get('/rest/mail/mailboxes/m1/messages/m2/raw');
    expect([status, text]).toEqual([404, '{"error":"NotFound"}']);
  });

  it('is sent to the app byte for byte', async () => {
    dashboard.apps.pages.answer({
      status: 201,
      body: '{"id":"mid_1"}',
      headers: { 'content-type': 'application/json' },
    });
    const form = new FormData();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 256));
    form.set('arquivo', new Blob([bytes]), 'foto.png');
    const answer = await fetch(`${dashboard.url}/rest/pages/v1/midias`, {
      method: 'POST',
      body: form,
      headers: { authorization: 'Bearer a-token' },
    });
    expect([answer.status, await answer.json()]).toEqual([201, { id: 'mid_1' }]);
    expect(dashboard.asked.pages[0]!.body.includes(bytes)).toBe(true);
    expect(dashboard.asked.pages[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('whose app is away is a 503 that says which', async () => {
    await dashboard.apps.crm.stop();
    const { status, text } = await client.get('/rest/crm/v1/contatos/exportar.csv');
    await dashboard.apps.crm.start();
    expect(status).toBe(503);
    expect(text).toContain('crm does not answer');
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN/);
  });

  it('that breaks off is no whole file to the browser', async () => {
    dashboard.apps.platform.answer({ body: 'half', headers: { 'content-length': '1000', connection: 'close' } });
    await expect(client.get('/rest/platform/api/messages/export')).rejects.toThrow();
  });
});

describe('every other route of an app', () => {
  it.each([
    '/rest/platform/api/tenants',
    '/rest/platform/internal/events',
    '/rest/platform/api/messages/export/..%2f..%2fadmin',
    '/rest/platform/api/events/../admin/users',
    '/rest/mail/mailboxes/%2e%2e/messages/m2/raw',
    '/rest/mail/mailboxes/a/b/messages/m2/raw',
    '/rest/identity/internal/users',
    '/rest/platform',
    '/rest//api/messages/export',
  ])('is not reached by %s', async (path) => {
    const { status } = await client.get(path);
    expect(status).toBe(404);
    expect(Object.values(dashboard.asked).flat()).toEqual([]);
  });

  it('is not reached by another method', async () => {
    expect((await client.delete('/rest/mail/mailboxes/m1/avatar')).status).toBe(404);
    expect((await client.post('/rest/platform/api/messages/export')).status).toBe(404);
  });
});

it('the routes for browsers are files, uploads and streams of the apps, as their documents have them', () => {
  for (const { app, method, path } of PROXIED_ROUTES) {
    const known = JSON.parse(readFileSync(`test/contract/access.${app}.json`, 'utf8')) as Record<string, string>;
    const access = Object.entries(known).find(([route]) => route === `${method} ${path}`)?.[1];
    expect(access, `${app} ${method} ${path}`).toMatch(/session/);
  }
});
