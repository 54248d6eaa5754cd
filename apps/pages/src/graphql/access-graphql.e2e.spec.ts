import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessRegistry } from '#libs/auth';
import { DnsSink } from '#libs/testing';
import { graphqlCodes } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { gradient, upload } from '../media/media-pictures.fixture.js';
import { asking } from './site-graphql.fixture.js';

let stack: PagesStack;
let dns: DnsSink;
let tenant: PagesTenant;
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  dns = await DnsSink.start();
  stack = await pagesStack({ pages: { ROLE: 'api', DNS_SERVER: dns.server } });
  tenant = await stack.createTenant();
  member = await tenant.session('member');
  rival = await (await stack.createTenant()).session();
});
afterAll(async () => {
  await stack?.close();
  await dns?.stop();
});

describe('every field of the schema', () => {
  it('is for sessions, and what changes the whole site is for admins', () => {
    const routes = stack.app.get(AccessRegistry, { strict: false }).routes();
    const fields = Object.entries(routes).filter(([name]) => /^(Query|Mutation)\./.test(name));
    expect(fields.length).toBeGreaterThan(30);
    for (const [name, access] of fields) expect(access, name).toMatchObject({ kind: 'session', tenant: true });
    const ofAdmins = fields.filter(([, access]) => access?.kind === 'session' && access.role === 'admin');
    expect(ofAdmins.map(([name]) => name.replace('Mutation.', '')).sort()).toEqual([
      'createDomain',
      'deleteDomain',
      'makeDomainDefault',
      'replaceBrand',
      'replaceSiteSeo',
      'verifyDomain',
    ]);
  });
});

describe('what another account has', () => {
  it('is not found by any field', async () => {
    const { body: link } = await member.post('/v1/links', { destino: 'https://www.example.com/' });
    const dominio_id = await tenant.verifyHost('ours.example');
    const path = { dominio_id, caminho: '/a', destino: '/b' };
    const { body: redirect } = await member.post('/v1/redirecionamentos', path);
    const { body: picture } = await upload(member, await gradient(10, 10).png().toBuffer());
    for (const [id, fields] of [
      [link.id, ['shortLink', 'shortLinkQr', 'updateShortLink:UpdateShortLinkInput', 'deleteShortLink']],
      [redirect.id, ['redirect', 'updateRedirect:UpdateRedirectInput', 'deleteRedirect']],
      [dominio_id, ['domain', 'verifyDomain', 'makeDomainDefault', 'deleteDomain']],
      [picture.id, ['mediaById', 'describeMedia:DescribeMediaInput', 'deleteMedia']],
    ] as const) {
      for (const field of fields) {
        const answer = /^delete|Qr$/.test(field) ? '' : 'id';
        const input = field.startsWith('describe') ? { descricao: 'x' } : {};
        expect(await graphqlCodes(rival, asking(field, answer), { id, input }), field).toEqual(['NotFound']);
      }
    }
    const own = [`/v1/links/${link.id}`, `/v1/redirecionamentos/${redirect.id}`, `/v1/dominios/${dominio_id}`];
    for (const address of [...own, `/v1/midias/${picture.id}`]) expect((await member.get(address)).status).toBe(200);
  });
});

describe('a key of every scope', () => {
  it('is rejected by every feature', async () => {
    const key = await tenant.key();
    for (const query of [
      '{ shortLinks { pageInfo { hasNextPage } } }',
      '{ redirects { pageInfo { hasNextPage } } }',
      '{ domains { id } }',
      '{ media { pageInfo { hasNextPage } } }',
      '{ brand { nome } }',
      '{ siteSeo { idioma } }',
      '{ itemTypes { tipo } }',
      '{ nativeFields { grupos { chave } } }',
    ]) {
      expect(await graphqlCodes(key, query), query).toEqual(['PermissionDenied']);
    }
  });
});
