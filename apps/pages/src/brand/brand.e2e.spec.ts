import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { gradient, uploaded } from '../media/media-pictures.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/marca';

const stack = useStack(pagesStack);
let tenant: PagesTenant;
let owner: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  owner = await tenant.session('owner');
});

const brand = () => ({
  nome: 'Padaria do Bairro',
  logo_id: null as string | null,
  cores: {
    primaria: '#0f766e',
    sobre_primaria: '#ffffff',
    texto: '#1f2937',
    fundo: '#ffffff',
    superficie: '#f0fdfa',
  },
  fonte_titulos: 'playfair-display',
  fonte_texto: 'dm-sans',
  raio: 12,
});

describe('the brand', () => {
  it('is legible before an account has chosen one', async () => {
    const { status, body } = await owner.get(PATH);
    expect(status).toBe(200);
    expect(body).toMatchObject({ nome: '', logo_id: null, fonte_titulos: 'inter', raio: 8, avisos: [] });
  });

  it('is replaced as a whole, and is that of its account alone', async () => {
    const logo = (await uploaded(owner, await gradient(64, 64).png().toBuffer())).body.id as string;
    const given = { ...brand(), logo_id: logo };
    const { status, body } = await owner.put(PATH, given);
    expect([status, body]).toEqual([200, { ...given, avisos: [] }]);
    expect((await owner.get(PATH)).body).toEqual(body);
    const { logo_id: _, ...withoutLogo } = given;
    expect((await owner.put(PATH, withoutLogo)).body.logo_id).toBeNull();
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(PATH)).body.nome).toBe('');
  });

  it('is written into the audit log when it changes', async () => {
    const given = brand();
    await owner.put(PATH, given);
    await owner.put(PATH, given);
    await owner.put(PATH, { ...given, raio: 0 });
    const entries = await stack.sql<{ after: object }>(
      `select after from audit_entry where tenant_id = $1 and action = 'brand.changed' order by id`,
      [tenant.id],
    );
    expect(entries.map(({ after }) => after)).toEqual([
      expect.objectContaining({ name: 'Padaria do Bairro' }),
      { radius: 0 },
    ]);
  });

  it('says where text is hard to read, and is saved all the same', async () => {
    const given = brand();
    const cores = { ...given.cores, texto: '#777777', primaria: '#FDE047' };
    const { status, body } = await owner.put(PATH, { ...given, cores });
    expect(status).toBe(200);
    const seen = body.avisos.map(({ campo, sobre, contraste }: Record<string, unknown>) => [campo, sobre, contraste]);
    expect(seen).toEqual([
      ['cores.texto', 'cores.fundo', 4.47],
      ['cores.texto', 'cores.superficie', 4.29],
      ['cores.sobre_primaria', 'cores.primaria', 1.31],
    ]);
    expect(body.avisos[0].mensagem).toContain('4.47:1');
    expect((await owner.get(PATH)).body.cores.primaria).toBe('#fde047');
  });

  it.each<[string, object]>([
    ['cores.primaria', { cores: { ...brand().cores, primaria: 'red' } }],
    ['cores.texto', { cores: { ...brand().cores, texto: '#fff;}body{display:none' } }],
    ['cores.fundo', { cores: { ...brand().cores, fundo: '#12345\n' } }],
    ['cores.sombra', { cores: { ...brand().cores, sombra: '#000000' } }],
    ['cores', { cores: null }],
    ['fonte_titulos', { fonte_titulos: 'comic-sans' }],
    ['fonte_texto', { fonte_texto: 'Inter' }],
    ['raio', { raio: 65 }],
    ['raio', { raio: 1.5 }],
    ['logo_id', { logo_id: '../../etc/passwd' }],
    ['nome', { nome: 'x'.repeat(121) }],
    ['css', { css: 'body{}' }],
  ])('rejects what is wrong in %s', async (field, changes) => {
    const { status, body } = await owner.put(PATH, { ...brand(), ...changes });
    expect([status, body.erro]).toEqual([400, expect.stringContaining(field)]);
  });

  it('is refused with a logo that its account does not have, and keeps one that was deleted since', async () => {
    const rival = await (await stack.createTenant()).session('owner');
    const theirs = (await uploaded(rival, await gradient(64, 64).png().toBuffer())).body.id as string;
    for (const logo_id of [newId('med'), theirs]) {
      const { status, body } = await owner.put(PATH, { ...brand(), logo_id });
      expect([status, body.campo]).toEqual([422, 'logo_id']);
    }
    const own = (await uploaded(owner, await gradient(64, 64).png().toBuffer())).body.id as string;
    await owner.put(PATH, { ...brand(), logo_id: own });
    await stack.sql('delete from media where tenant_id = $1', [tenant.id]);
    const kept = await owner.put(PATH, { ...brand(), logo_id: own, raio: 3 });
    expect([kept.status, kept.body.raio]).toEqual([200, 3]);
  });

  it('renders the published pages of its account again when it changes', async () => {
    const { id } = (await owner.post('/v1/paginas', { titulo: 'Oferta' })).body;
    expect((await owner.post(`/v1/paginas/${id}/publicar`)).status).toBe(200);
    const html = async () => {
      const [row] = await stack.sql<{ html: Buffer }>('select html from published_page where page_id = $1', [id]);
      return row?.html.toString();
    };
    await stack.sql(`update published_page set html = 'stale', etag = '"stale"' where page_id = $1`, [id]);
    await owner.put(PATH, brand());
    expect(await waitUntil(async () => (await html()) !== 'stale', { what: 'the page to be rendered again' })).toBe(
      true,
    );
  });

  it('is read by members, changed by admins, and not for keys', async () => {
    const member = await tenant.session('member');
    expect((await member.get(PATH)).status).toBe(200);
    expect((await member.put(PATH, brand())).status).toBe(403);
    expect((await (await tenant.session('admin')).put(PATH, brand())).status).toBe(200);
    expect((await (await tenant.key()).get(PATH)).status).toBe(403);
    expect((await stack.anonymous.put(PATH, brand())).status).toBe(401);
  });

  it('is the last one of several that arrive at once, whole', async () => {
    const brands = [1, 2, 3, 4].map((n) => ({ ...brand(), nome: `n${n}`, raio: n }));
    const answers = await Promise.all(brands.map((one) => owner.put(PATH, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { nome, raio } = (await owner.get(PATH)).body;
    expect(nome).toBe(`n${raio}`);
  });
});
