import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
async function contact(): Promise<string> {
  const { status, body } = await acme.post('/v1/contatos', { email: `timeline-${++number}@example.com` });
  expect(status).toBe(201);
  return body.id;
}

const timeline = (id: string, query = '') => acme.get(`/v1/contatos/${id}/atividades${query}`);
const note = (id: string, texto: unknown) => acme.post(`/v1/contatos/${id}/atividades`, { texto });

describe('the timeline of a contact', () => {
  it('begins with its first stage', async () => {
    const { status, body } = await timeline(await contact());
    expect(status).toBe(200);
    expect(body).toEqual({
      atividades: [
        {
          id: expect.any(String),
          tipo: 'estagio_mudou',
          texto: null,
          dados: { de: null, para: 'novo' },
          autor: expect.stringMatching(/^usr_/),
          criado_em: expect.any(String),
        },
      ],
      proximo: '',
      total: 1,
    });
  });

  it('tells changes of the stage and the lifecycle, and notes, newest first', async () => {
    const id = await contact();
    await acme.patch(`/v1/contatos/${id}`, { estagio: 'cliente' });
    await acme.post(`/v1/contatos/${id}/rebaixar`);
    await note(id, 'Ligou.');
    const { atividades, total } = (await timeline(id)).body;
    expect(total).toBe(4);
    expect(atividades).toMatchObject([
      { tipo: 'nota', texto: 'Ligou.', dados: {} },
      { tipo: 'ciclo_mudou', dados: { de: 'contato', para: 'lead' } },
      { tipo: 'estagio_mudou', dados: { de: 'novo', para: 'cliente' } },
      { tipo: 'estagio_mudou', dados: { de: null, para: 'novo' } },
    ]);
  });

  it('is read page by page; the total counts all pages', async () => {
    const id = await contact();
    for (const text of ['a', 'b', 'c']) await note(id, text);
    const first = (await timeline(id, '?tipo=nota&limite=2')).body;
    const second = (await timeline(id, `?tipo=nota&limite=2&cursor=${first.proximo}`)).body;
    expect([first, second].map(({ total }) => total)).toEqual([3, 3]);
    const texts = [...first.atividades, ...second.atividades].map(({ texto }: { texto: string }) => texto);
    expect([texts, second.proximo]).toEqual([['c', 'b', 'a'], '']);
    for (const path of [`${id}/atividades?cursor=`, `${await contact()}/atividades?tipo=nota&cursor=`])
      expect((await acme.get(`/v1/contatos/${path}${first.proximo}`)).status).toBe(400);
  });

  it('takes as many statements for one entry as for twenty', async () => {
    const id = await contact();
    for (let n = 0; n < 19; n += 1) await note(id, 'x');
    for (const limit of [1, 20])
      expect(await statementsOf(() => timeline(id, `?limite=${limit}`), /\bactivity\b/)).toHaveLength(2);
  });

  it.each(['limite=0', 'limite=201', 'tipo=visitas', 'cursor=x'])('rejects %s', async (query) => {
    expect((await timeline(await contact(), `?${query}`)).status).toBe(400);
  });

  it('is not found with a contact of another account, a deleted one, or none', async () => {
    const id = await contact();
    const paths = [
      `/v1/contatos/${id}/atividades`,
      `/v1/contatos/${newId('cnt')}/atividades`,
      '/v1/contatos/x/atividades',
    ];
    for (const path of paths) {
      expect((await rival.get(path)).status).toBe(404);
      expect((await rival.post(path, { texto: '' })).status).toBe(404);
    }
    await acme.delete(`/v1/contatos/${id}`);
    expect((await timeline(id)).status).toBe(404);
    expect((await note(id, 'x')).status).toBe(404);
  });

  it('of an anonymized contact says nothing personal, and takes no notes', async () => {
    const id = await contact();
    await note(id, 'segredo');
    await stack.sql(`update contact set data_key = null, anonymized_at = now() where id = $1`, [id]);
    const { body } = await timeline(id);
    expect(body.atividades).toMatchObject([
      { tipo: 'nota', texto: null, dados: {} },
      { tipo: 'estagio_mudou', texto: null },
    ]);
    expect((await note(id, 'x')).status).toBe(422);
  });
});

describe('a note', () => {
  it('is trimmed, found at its Location, and newest in the list of activity', async () => {
    const id = await contact();
    const { status, body, headers } = await note(id, '  Pediu uma proposta.\n');
    expect([status, body.texto, body.tipo]).toEqual([201, 'Pediu uma proposta.', 'nota']);
    expect((await acme.get(String(headers['location']))).body).toEqual(body);
    expect((await rival.get(String(headers['location']))).status).toBe(404);
    const other = String(headers['location']).replace(id, await contact());
    expect((await acme.get(other)).status).toBe(404);
    const [row] = await stack.sql<{ last: Date }>('select last_activity_at as last from contact where id = $1', [id]);
    expect(row!.last.toISOString()).toBe(body.criado_em);
  });

  it.each([
    ['', 422],
    [' \n\t ', 422],
    ['😀'.repeat(4_001), 422],
    ['😀'.repeat(4_000), 201],
    [`  ${'a'.repeat(4_000)}  `, 201],
    [7, 400],
    [null, 400],
    [undefined, 400],
  ])('%.20j answers %d', async (texto, status) => {
    const answer = await note(await contact(), texto);
    expect(answer.status).toBe(status);
    if (status !== 201) expect(Object.keys(answer.body as object)).toContain('erro');
  });

  it('has no author and no type but those of the session', async () => {
    const id = await contact();
    for (const field of ['autor', 'tipo', 'criado_em'])
      expect((await acme.post(`/v1/contatos/${id}/atividades`, { texto: 'x', [field]: 'y' })).status).toBe(400);
  });

  it('is stored sealed, and audited without its text', async () => {
    const id = await contact();
    await note(id, 'texto-que-ninguem-le');
    for (const table of ['activity', 'audit_entry', 'outbox', 'contact']) {
      const rows = await stack.sql<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.map(({ row }) => row).join()).not.toContain('texto-que-ninguem-le');
    }
    const [entry] = await stack.sql(`select action from audit_entry where object_id = $1 order by id desc limit 1`, [
      id,
    ]);
    expect(entry).toEqual({ action: 'contact.note-added' });
  });
});
