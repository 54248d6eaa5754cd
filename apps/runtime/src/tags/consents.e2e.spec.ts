import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PATH = '/collect/consentimento';

const stack = useStack(pagesStack);
let url: string;
let tenant: PagesTenant;
let pageId: string;
let credencial: string;

beforeAll(async () => {
  ({ url } = await stack.startRuntime());
  tenant = await stack.createTenant();
  pageId = newId('pag');
  credencial = tokenOf(pageId);
});

function tokenOf(id: string, { id: tenantId } = tenant): string {
  return new PixelToken(stack.app.get(SecretBox, { strict: false })).issue({ tenantId, pageId: id, variant: '1' });
}

const decision = (changes: object = {}) => ({
  credencial,
  decisao: randomUUID(),
  visitante: randomUUID(),
  acao: 'aceitar',
  categorias: ['estatistica', 'marketing'],
  versao: 'e1f118bff7ad',
  ...changes,
});

const send = (body: object, headers: Record<string, string> = {}) =>
  new HttpClient(url, { Origin: url, ...headers }).post(PATH, body);

const stored = async (id: string) =>
  (await stack.sql<Record<string, unknown>>('select * from consent_decision where id = $1', [id]))[0];

describe('a decision of a visitor', () => {
  it('is recorded with what it was about, and nothing that tells who decided', async () => {
    const body = decision({ idioma: 'es', ha: 60_000 });
    const { status, body: answer } = await send(body);
    expect([status, answer]).toEqual([202, { registrado: true }]);
    const { decided_at: at, ...row } = (await stored(body.decisao))!;
    expect(row).toEqual({
      tenant_id: tenant.id,
      id: body.decisao,
      visitor_id: body.visitante,
      page_id: pageId,
      action: 'aceitar',
      categories: ['estatistica', 'marketing'],
      version: body.versao,
      language: 'es',
      gpc: false,
    });
    expect(Math.abs(Date.now() - 60_000 - (at as Date).getTime())).toBeLessThan(30_000);
  });

  it('is taken as text, which a browser sends without asking, and once', async () => {
    const body = decision();
    for (const acao of ['aceitar', 'recusar']) {
      const answer = await fetch(url + PATH, {
        method: 'POST',
        headers: { Origin: url, 'Content-Type': 'text/plain' },
        body: JSON.stringify({ ...body, acao }),
      });
      expect(answer.status).toBe(202);
    }
    expect(await stored(body.decisao)).toMatchObject({ action: 'aceitar' });
  });

  it('to refuse has no category and no visitor, whatever else is sent', async () => {
    const body = decision({ acao: 'recusar' });
    expect((await send(body)).status).toBe(202);
    expect(await stored(body.decisao)).toMatchObject({ categories: [], visitor_id: null });
  });

  it('with Sec-GPC allows marketing only where it was chosen', async () => {
    const [accepted, chosen] = [decision(), decision({ acao: 'escolher' })];
    for (const body of [accepted, chosen]) expect((await send(body, { 'Sec-GPC': '1' })).status).toBe(202);
    expect(await stored(accepted.decisao)).toMatchObject({ categories: ['estatistica'], gpc: true });
    expect(await stored(chosen.decisao)).toMatchObject({ categories: ['estatistica', 'marketing'], gpc: true });
  });

  it('is never changed by the app', async () => {
    const [{ allowed }] = (await stack.sql<{ allowed: boolean }>(
      `select has_table_privilege('pages_app', 'consent_decision', 'update') as allowed`,
    )) as [{ allowed: boolean }];
    expect(allowed).toBe(false);
  });

  it.each<[string, object]>([
    ['credencial', { credencial: 'x' }],
    ['decisao', { decisao: 'x' }],
    ['visitante', { visitante: 'ana@example.test' }],
    ['acao', { acao: 'ignorar' }],
    ['categorias', { categorias: ['tudo'] }],
    ['versao', { versao: '<b>' }],
    ['idioma', { idioma: 'xx' }],
    ['ha', { ha: -1 }],
    ['email', { email: 'ana@example.test' }],
  ])('is rejected with a wrong %s', async (field, changes) => {
    const body = decision(changes);
    const { status, text } = await send(body);
    expect([status, text]).toEqual([400, expect.stringContaining(field)]);
  });

  it('is rejected from another origin, with a forged credential, and when it is too large', async () => {
    expect((await send(decision(), { Origin: 'https://evil.example' })).status).toBe(403);
    const forged = credencial.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace('.1.', '.2.');
    expect((await send(decision({ credencial: forged }))).status).toBe(403);
    expect((await send(decision({ versao: 'a'.repeat(5_000) }))).status).toBe(413);
  });

  it('of an account that is suspended is rejected', async () => {
    const suspended = await stack.createTenant();
    await suspended.setStatus('suspended');
    expect((await send(decision({ credencial: tokenOf(pageId, suspended) }))).status).toBe(403);
  });
});
