import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Blobs } from '#libs/core/storage';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { ContactListService } from '../contact-list/contact-list.service.js';
import { readXlsx } from '../imports/table/xlsx-table.js';
import { ExportRetention } from './export-retention.js';
import { begin, inState, insertContacts, linesOf } from './exports.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const MANY = 25_000;
const PATH = '/v1/exportacoes';

const stack = useStack(crmStack);
const big = usePrepared(() => stack.createTenant());
const client = usePrepared(() => big.session('member'));

beforeAll(async () => {
  await insertContacts(stack, big.id, MANY);
});
const newcomer = async () => (await stack.createTenant()).session('member');

/** A tenant with this many exports in a state, which no job writes. */
async function tenantWith(count: number, state: string): Promise<HttpClient> {
  const tenant = await stack.createTenant();
  for (let n = 0; n < count; n += 1)
    await stack.sql(
      `insert into contact_export_file (tenant_id, id, author_id, state, format, delimiter, filters, total, expires_at)
       values ($1, $2, 'usr_1', $3, 'csv', ',', '{}', 0, now() + interval '1 day')`,
      [tenant.id, v7(), state],
    );
  return tenant.session('member');
}

const auditOf = async (id: string) =>
  (await stack.sql<{ action: string }>('select action from audit_entry where object_id = $1 order by id', [id])).map(
    ({ action }) => action,
  );

describe('an export of more contacts than a direct file has', () => {
  it('is written by a job, and has each contact once, in the order and columns of a direct file', async () => {
    const { status, headers, body } = await client.post(PATH, {});
    const { id } = body.exportacao;
    expect(status).toBe(202);
    expect(headers['location']).toBe(`${PATH}/${id}`);
    expect(body.exportacao).toMatchObject({
      estado: 'aguardando',
      formato: 'csv',
      separador: ',',
      filtros: [],
      limite: null,
      total: MANY,
      processados: 0,
      arquivo: null,
      url: `${PATH}/${id}`,
    });
    const done = await inState(client, id);
    expect(done).toMatchObject({ total: MANY, processados: MANY, falha: null, arquivo: `${PATH}/${id}/arquivo` });
    const days = (Date.parse(done.expira_em) - Date.parse(done.terminado_em)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const lines = await linesOf(client, id);
    expect(lines).toHaveLength(MANY + 1);
    expect(new Set(lines).size).toBe(MANY + 1);
    const direct = (await client.get('/v1/contatos/exportar.csv')).text.trimEnd().split('\r\n');
    expect(lines.slice(0, 10_001)).toEqual(direct);
    expect(await auditOf(id)).toEqual(['contact.exported', 'contact.export-finished', 'contact.export-downloaded']);
    expect(await stack.sql('select row_limit from contact_export where id = $1', [id])).toEqual([{ row_limit: MANY }]);
  });

  it('is announced by a direct file that is cut, and by none that is whole or as long as was asked', async () => {
    const cutBy = async (query: string) =>
      (await client.get(`/v1/contatos/exportar.${query}`)).headers['x-service-truncated'];
    expect(await cutBy('csv')).toBe('true');
    expect(await cutBy('xlsx?limite=10001')).toBe('true');
    expect(await cutBy('csv?limite=10000')).toBeUndefined();
    expect(await cutBy('csv?q=Pessoa%2012')).toBeUndefined();
  });

  it('has the filters, the limit and the separator that were asked for', async () => {
    const filtros = { estagio: 'cliente', q: 'Pessoa 1' };
    const id = await begin(client, { filtros, limite: 700, separador: ';' });
    expect(await inState(client, id)).toMatchObject({
      filtros: ['estagio', 'q'],
      limite: 700,
      total: 700,
      separador: ';',
    });
    const lines = await linesOf(client, id);
    const query = new URLSearchParams({ ...filtros, limite: '700', separador: ';' });
    expect(lines).toEqual((await client.get(`/v1/contatos/exportar.csv?${query}`)).text.trimEnd().split('\r\n'));
    expect(lines).toHaveLength(701);
    const rows = await stack.sql<{ row: string }>('select f::text as row from contact_export_file f where id = $1', [
      id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('Pessoa 1');
  });

  it('is a workbook with the same rows', async () => {
    const id = await begin(client, { formato: 'xlsx', limite: 1_200 });
    const { arquivo, bytes } = await inState(client, id);
    const answer = await fetch(`${client.url}${arquivo}`, { headers: client.fixedHeaders });
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="contatos.xlsx"',
    ]);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content).toHaveLength(bytes);
    const names: (string | undefined)[] = [];
    const read = async function* ({ start, end } = { start: 0, end: content.length - 1 }) {
      yield content.subarray(start, end + 1);
    };
    for await (const { cells } of readXlsx({ bytes: content.length, read })) names.push(cells[1]);
    expect(names).toHaveLength(1_201);
    expect(names.slice(0, 2)).toEqual(['nome', 'Pessoa 2']);
  });

  it('is downloaded in parts, and lies sealed in the storage', async () => {
    const id = await begin(client, { limite: 3_000 });
    await inState(client, id);
    const url = `${client.url}${PATH}/${id}/arquivo`;
    const whole = Buffer.from(await (await fetch(url, { headers: client.fixedHeaders })).arrayBuffer());
    const headers = { ...client.fixedHeaders, range: 'bytes=100000-170000' };
    const part = await fetch(url, { headers });
    expect([part.status, part.headers.get('cache-control')]).toEqual([206, 'no-store']);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100_000, 170_001))).toBe(true);
    const files = (await readdir(stack.blobDir, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files)
      expect((await readFile(join(parentPath, name))).includes('Pessoa 2')).toBe(false);
  });

  it('is deleted a week later, and its sealed file with the sweep after that', async () => {
    const own = await stack.createTenant();
    const session = await own.session('member');
    await insertContacts(stack, own.id, 3_000);
    const id = await begin(session);
    await inState(session, id);
    await stack.sql(`update contact_export_file set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await session.get(`${PATH}/${id}/arquivo`)).status).toBe(410);
    await stack.app.get(ExportRetention, { strict: false }).deleteExpired();
    expect((await session.get(`${PATH}/${id}`)).body).toMatchObject({ estado: 'expirada', arquivo: null, bytes: null });
    expect((await session.get(`${PATH}/${id}/arquivo`)).status).toBe(410);
    await stack.sql(`update blob set touched_at = now() - interval '2 days' where tenant_id = $1`, [own.id]);
    expect(await stack.app.get(Blobs, { strict: false }).sweep()).toBe(1);
    await stack.sql(`update contact_export_file set created_at = now() - interval '31 days' where id = $1`, [id]);
    await stack.app.get(ExportRetention, { strict: false }).deleteExpired();
    expect((await session.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it('keeps its file while the sweep comes by', async () => {
    const id = await begin(client, { limite: 2_000 });
    await inState(client, id);
    await stack.sql(`update blob set touched_at = now() - interval '2 days' where tenant_id = $1`, [big.id]);
    await stack.app.get(Blobs, { strict: false }).sweep();
    expect(await linesOf(client, id)).toHaveLength(2_001);
  });
});

describe('a request for an export', () => {
  it.each([
    [{ formato: 'pdf' }, 400],
    [{ separador: 'x' }, 400],
    [{ limite: 0 }, 400],
    [{ limite: 2 ** 31 }, 400],
    [{ filtros: 'todos' }, 400],
    [{ colunas: ['nome'] }, 400],
    [{ formato: 'xlsx', separador: ';' }, 422],
    [{ filtros: { estagio: 'x' } }, 422],
    [{ filtros: { cursor: 'x' } }, 422],
    [{ filtros: { 'campo.frota': '3' } }, 422],
  ])('with %j is answered %i', async (body, status) => {
    const answer = await client.post(PATH, body);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ erro: expect.any(String) })]);
  });

  it('for a workbook of more rows than a sheet has is refused, and CSV is named', async () => {
    const count = vi.spyOn(stack.app.get(ContactListService, { strict: false }), 'count').mockResolvedValue(1_048_576);
    try {
      const { status, body } = await client.post(PATH, { formato: 'xlsx' });
      expect([status, body.campo, body.erro]).toEqual([422, 'formato', expect.stringContaining('CSV')]);
      expect((await (await newcomer()).post(PATH, {})).status).toBe(202);
    } finally {
      count.mockRestore();
    }
  });

  it('is refused with three others unfinished, and with ten kept', async () => {
    for (const [count, state] of [
      [3, 'running'],
      [10, 'completed'],
    ] as const) {
      const session = await tenantWith(count, state);
      expect((await session.post(PATH, {})).status, state).toBe(409);
      const { exportacoes } = (await session.get(PATH)).body;
      expect((await session.delete(`${PATH}/${exportacoes[0].id}`)).status).toBe(204);
      const answers = await Promise.all([session.post(PATH, {}), session.post(PATH, {})]);
      expect(answers.map((answer) => answer.status).toSorted(), state).toEqual([202, 409]);
    }
  });

  it('is about the contacts of its account, and read and deleted by no other', async () => {
    const other = await newcomer();
    const id = await begin(other);
    await inState(other, id);
    expect(await linesOf(other, id)).toHaveLength(1);
    const rival = await newcomer();
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}/arquivo`, `${PATH}/${v7()}`, `${PATH}/x`])
      expect((await rival.get(path)).status).toBe(404);
    expect((await rival.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await rival.get(PATH)).body).toEqual({ exportacoes: [], proximo: '' });
  });

  it('has no file before its end', async () => {
    const session = await tenantWith(1, 'running');
    const { exportacoes } = (await session.get(PATH)).body;
    expect((await session.get(`${PATH}/${exportacoes[0].id}/arquivo`)).status).toBe(409);
  });

  it('is listed page by page, newest first', async () => {
    const session = await tenantWith(3, 'failed');
    const first = (await session.get(`${PATH}?limite=2`)).body;
    const second = (await session.get(`${PATH}?limite=2&cursor=${first.proximo}`)).body;
    const ids = [...first.exportacoes, ...second.exportacoes].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect([ids.length, second.proximo]).toEqual([3, '']);
  });
});

describe('exports by GraphQL', () => {
  it('are begun, read, listed and deleted', async () => {
    const session = await newcomer();
    const create = operation('mutation', 'createContactExportFile', { input: 'ContactExportFileInput!' }, 'id estado');
    const ID = { id: 'ID!' };
    const read = operation('query', 'contactExportFile', ID, 'id formato separador filtros arquivo');
    const input = { filtros: { estado: 'CE' }, separador: 'tab' };
    const { id } = (await graphqlData(session, create, { input })).createContactExportFile;
    await inState(session, id);
    expect((await graphqlData(session, read, { id })).contactExportFile).toEqual({
      id,
      formato: 'csv',
      separador: 'tab',
      filtros: ['estado'],
      arquivo: `${PATH}/${id}/arquivo`,
    });
    const list = 'query { contactExportFiles(first: 1) { edges { node { id } } pageInfo { hasNextPage } } }';
    expect((await graphqlData(session, list)).contactExportFiles).toEqual({
      edges: [{ node: { id } }],
      pageInfo: { hasNextPage: false },
    });
    const remove = operation('mutation', 'deleteContactExportFile', ID, '');
    expect(await graphqlCodes(await newcomer(), read, { id })).toEqual(['NotFound']);
    expect((await graphqlData(session, remove, { id })).deleteContactExportFile).toBe(id);
    expect(await graphqlCodes(session, read, { id })).toEqual(['NotFound']);
    expect(await graphqlCodes(session, create, { input: { filtros: { estado2: 'CE' } } })).toEqual(['Unprocessable']);
  });
});
